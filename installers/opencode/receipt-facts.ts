// What a receipt of this harness remembers of the person's choices, besides files. No secret, no content.
import type { InstallRequest, Mode } from '../engine/harness-installer.ts';
import type { ReceiptDraft } from '../engine/plan.ts';
import type { Major } from './layout.ts';
import type { SaidVersions } from './version.ts';

export interface Facts {
  readonly mode: Mode;
  readonly classifier: InstallRequest['classifier']['kind'];
  /** Whose plugin interface was installed for. */
  readonly major: Major;
  /** Configuration files that were left out on purpose, by surface id. */
  readonly skipSurfaces: readonly string[];
  /** What binaries that were asked for their version said. */
  readonly said: SaidVersions;
}

export function factsOf(facts: Facts): ReceiptDraft['facts'] {
  return { registration: 'opencode-plugin', major: String(facts.major), mode: facts.mode, classifier: facts.classifier, skipSurfaces: JSON.stringify(facts.skipSurfaces), said: JSON.stringify(facts.said) };
}

/** Anything that is not as `factsOf` wrote it falls back to the harmless side (shadow, embedded). */
export function factsFrom(receipt: ReceiptDraft | null): Facts {
  const facts = receipt?.facts ?? {};
  const mode = facts['mode'];
  return {
    mode: mode === 'warn' || mode === 'block' ? mode : 'shadow',
    major: facts['major'] === '2' ? 2 : 1,
    classifier: facts['classifier'] === 'remote' ? 'remote' : 'embedded',
    skipSurfaces: textsIn(facts['skipSurfaces']),
    said: versionsIn(facts['said']),
  };
}

function textsIn(stored: unknown): readonly string[] {
  try {
    const parsed: unknown = typeof stored === 'string' ? JSON.parse(stored) : [];
    return Array.isArray(parsed) ? parsed.filter((item): item is string => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

function versionsIn(stored: unknown): SaidVersions {
  try {
    const parsed: unknown = typeof stored === 'string' ? JSON.parse(stored) : {};
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {};
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
