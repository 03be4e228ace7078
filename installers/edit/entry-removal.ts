// Taking our entries out of users' settings files, whichever harness they belong to.
import { fail, ok } from '../engine/failure.ts';
import type { Owner, Result, Step } from '../engine/plan.ts';
import type { Receipt } from '../engine/receipt.ts';
import { entryFrom } from './entry-record.ts';
import type { Edit } from './jsonc.ts';
import type { Dialect, JsoncResult } from './jsonc-syntax.ts';
import { NO_UNDO, type Undo } from './jsonc-undo.ts';
import { editStep, lockedReason, parseSettings, readSettings } from './settings-file.ts';

export interface EntryRemoval {
  /** Every file that may hold an entry, as the harness opens it. */
  readonly files: Iterable<string>;
  readonly receipt: Receipt | null;
  readonly owner: Owner;
  readonly dialect: Dialect;
  /** A piece of every entry: tells in a text that does not parse whether one is in it. */
  readonly mark: string;
  readonly unregister: (text: string, undo: Undo) => JsoncResult<Pick<Edit, 'text' | 'changed'>>;
}

/** One step per file that holds an entry. A file that we made and that holds nothing else is removed. */
export async function planEntryRemoval({ files, receipt, owner, dialect, mark, unregister }: EntryRemoval): Promise<Result<Step[]>> {
  const steps: Step[] = [];
  const done = new Set<string>();
  for (const place of new Set(files)) {
    const known = receipt?.edited.find((entry) => entry.path === place);
    const file = await readSettings(place);
    if (!file.ok) {
      // Without a receipt's word for it there is no sign that anything of ours is in there.
      if (known) return file;
      continue;
    }
    if (file.value.facts === null || done.has(file.value.target)) continue;
    done.add(file.value.target);
    const document = parseSettings(file.value, dialect);
    if (!document.ok) {
      if (!file.value.text.includes(mark)) continue;
      return fail(document.failure.code, `${document.failure.sentence} Silmaril's entry is in it: mend the line, then uninstall again.`, place);
    }
    const record = known ?? receipt?.edited.find((entry) => entry.target === file.value.target);
    const edited = unregister(file.value.text, record ? entryFrom(record.entry).undo : NO_UNDO);
    if (!edited.ok) return fail(edited.failure.code, `${place}: ${edited.failure.sentence}`, place);
    const emptied = edited.value.text.replace(/^\uFEFF/, '').trim() === '' && record?.createdByUs === true;
    if (!edited.value.changed && !emptied) continue;
    const locked = lockedReason(file.value, owner);
    if (locked !== null) return fail('settings-read-only', `${locked}, so Silmaril's entry cannot be taken out of it. Take what names ${mark} out where that file is written.`, place);
    if (emptied) steps.push({ kind: 'remove', path: file.value.target, before: file.value.facts.sha256, secret: false, why: 'Was made for the registration and holds nothing else.' });
    else steps.push(editStep(file.value, edited.value.text, 'Take the registration out.'));
  }
  return ok(steps);
}
