import type { EventView } from '../../contract/evidence-views.ts';
import type { Tone } from '../ui/badge.tsx';

export const decisionTone: Readonly<Record<EventView['decision'], Tone>> = { allow: 'allow', monitor: 'monitor', warn: 'warn', block: 'block', unavailable: 'lost' };
