// What a receipt of this harness remembers of the person's choices, besides files. No secret, no content.
import type { InstallRequest, Mode } from '../engine/harness-installer.ts';
import type { ReceiptDraft } from '../engine/plan.ts';
import type { YamlUndo } from '../edit/yaml-list.ts';

export interface Facts {
  readonly mode: Mode;
  readonly classifier: InstallRequest['classifier']['kind'];
  /** Homes that were left out on purpose, by surface id. */
  readonly skipSurfaces: readonly string[];
  /** Homes that the plugin is in. */
  readonly homes: readonly string[];
}

export function factsOf(facts: Facts): ReceiptDraft['facts'] {
  return { registration: 'plugin-folder', mode: facts.mode, classifier: facts.classifier, skipSurfaces: JSON.stringify(facts.skipSurfaces), homes: JSON.stringify(facts.homes) };
}

/** Anything that is not as `factsOf` wrote it falls back to the harmless side (shadow, embedded). */
export function factsFrom(receipt: ReceiptDraft | null): Facts {
  const facts = receipt?.facts ?? {};
  const mode = facts['mode'];
  return {
    mode: mode === 'warn' || mode === 'block' ? mode : 'shadow',
    classifier: facts['classifier'] === 'remote' ? 'remote' : 'embedded',
    skipSurfaces: textsIn(facts['skipSurfaces']),
    homes: textsIn(facts['homes']).filter((home) => home.startsWith('/')),
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

/** What `edited[].entry` says: which of our two kinds of lines a file holds, in which home. */
export type Entry = { readonly kind: 'plugins-enabled'; readonly home: string; readonly undo: YamlUndo | null } | { readonly kind: 'env-block'; readonly home: string };

export const entryText = (entry: Entry): string => JSON.stringify(entry);

/** Null for what is not ours. A malformed undo counts as none, which only ever removes less. */
export function entryFrom(text: string): Entry | null {
  try {
    const parsed = JSON.parse(text) as Record<string, unknown> | null;
    const home = parsed?.['home'];
    if (typeof home !== 'string') return null;
    if (parsed?.['kind'] === 'env-block') return { kind: 'env-block', home };
    if (parsed?.['kind'] !== 'plugins-enabled') return null;
    const undo = parsed['undo'] as Record<string, unknown> | null;
    const fits = typeof undo?.['inserted'] === 'string' && typeof undo['replaced'] === 'string';
    return { kind: 'plugins-enabled', home, undo: fits ? { inserted: undo['inserted'] as string, replaced: undo['replaced'] as string } : null };
  } catch {
    return null;
  }
}
