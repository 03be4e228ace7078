import type { HarnessState } from '../../contract/harness-views.ts';
import type { Tone } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';

export const harnessTone: Readonly<Record<HarnessState, Tone>> = { absent: 'allow', 'not-installed': 'allow', unproven: 'warn', working: 'ok', degraded: 'block', unknown: 'lost' };
export const harnessIcon: Readonly<Record<HarnessState, IconName>> = { absent: 'state-off', 'not-installed': 'state-off', unproven: 'state-attention', working: 'check', degraded: 'warning', unknown: 'question' };
