// Changes of the private policy file: one setting at a time, comments and order kept, and never a file that the
// hooks would refuse.
import { randomBytes } from 'node:crypto';
import { MAX_POLICY_BYTES, policyFile } from '../../../hooks/core/policy-files.ts';
import { readPrivateFile } from '../../../hooks/core/private-file.ts';
import { DEFAULT_POLICY, PACKS, parsePolicy, type Policy } from '../../../hooks/policy/judge.ts';
import { removeMatching, appendItem, setProperty, upsertItem } from '../../../installers/edit/jsonc.ts';
import { writeState } from '../../../installers/engine/atomic-file.ts';
import type { Machine } from '../../../installers/engine/harness-installer.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { makeSupport } from '../../../installers/engine/support-folder.ts';

export type Change =
  | { readonly kind: 'value'; readonly path: readonly string[]; readonly value: boolean | string }
  | { readonly kind: 'add' | 'remove'; readonly list: string; readonly items: readonly string[] }
  /** Programs that are not asked about in one project. */
  | { readonly kind: 'project'; readonly root: string; readonly add: boolean; readonly items: readonly string[] }
  /** An external checker, as the file holds it; one of the same id is replaced where it stands. */
  | { readonly kind: 'register'; readonly provider: Readonly<Record<string, unknown>> & { readonly id: string } }
  | { readonly kind: 'unregister'; readonly id: string };

const lists = ['deniedCommands', 'allowedCommands', 'autoApprove', 'readableRoots', 'writableRoots', 'agentFolders'] as const;
const switches = ['allowEvalFlags', 'readToolchains'] as const;
const approvals = Object.keys(DEFAULT_POLICY.approvals);
const yes = new Set(['on', 'true', 'yes']);
const no = new Set(['off', 'false', 'no']);

/** Every setting's name, for help and messages. */
export const settingNames: readonly string[] = [...PACKS.map(({ id }) => `packs.${id}`), ...approvals.map((name) => `approvals.${name}`), ...switches, ...lists, 'mcpTools.TOOL'];

/**
 * Reads `packs.database on`, `approvals.network off`, `deniedCommands add curl wget`, `mcpTools.mcp__x__y deny`.
 * @param words what stands after the name
 */
export function readChange(name: string, words: readonly string[]): Result<Change> {
  const refused = (sentence: string): Result<never> => ({ ok: false, failure: { code: 'policy-setting', sentence } });
  const [word = '', ...rest] = words;
  const [group = '', ...inner] = name.split('.');
  const key = inner.join('.');
  const boolean = yes.has(word) ? true : no.has(word) ? false : null;
  if ((group === 'packs' && PACKS.some(({ id }) => id === key)) || (group === 'approvals' && approvals.includes(key)) || (switches as readonly string[]).includes(name)) {
    if (boolean === null || rest.length > 0) return refused(`${name} is on or off: silmaril policy set ${name} on`);
    return { ok: true, value: { kind: 'value', path: name.split('.'), value: boolean } };
  }
  if (group === 'mcpTools' && key !== '') {
    if (rest.length > 0 || !['allow', 'ask', 'deny'].includes(word)) return refused(`An MCP tool's rule is allow, ask or deny: silmaril policy set ${name} deny`);
    return { ok: true, value: { kind: 'value', path: ['mcpTools', key], value: word } };
  }
  if ((lists as readonly string[]).includes(name)) {
    if ((word !== 'add' && word !== 'remove') || rest.length === 0) return refused(`${name} is a list: silmaril policy set ${name} add NAME, or remove NAME`);
    return { ok: true, value: { kind: word, list: name, items: rest } };
  }
  return refused(`There is no setting "${name.slice(0, 60)}"; silmaril policy --help names them.`);
}

export interface Saved {
  readonly file: string;
  readonly policy: Policy;
  /** False when it said so already. */
  readonly changed: boolean;
}

const beginning = '{\n}\n';

/**
 * Applies the change to the file and writes it whole, 0600. A file that the hooks refuse is refused here too and left as it is.
 * @param configured the configuration's `policyPath`; null: the support folder's file, which is made when missing
 */
export async function changePolicy(machine: Machine, configured: string | null, change: Change): Promise<Result<Saved>> {
  const file = configured ?? policyFile(machine.home);
  const read = readPrivateFile(file, MAX_POLICY_BYTES);
  if (read.state === 'refused') return { ok: false, failure: { code: `policy-${read.problem}`, sentence: `${file} is not changed, since the hooks refuse it (${read.problem}). It has to be a regular file of yours, mode 0600.`, path: file } };
  const before = read.state === 'read' ? read.text : beginning;
  const sound = parsePolicy(before);
  if (!sound.ok) return { ok: false, failure: { code: sound.failure.code, sentence: `${file} is not changed: ${sound.failure.sentence} Mend it by hand; until then the built-in defaults count.`, path: file } };
  const edit = edited(before, change);
  if (!edit.ok) return { ok: false, failure: { code: edit.failure.code, sentence: `${file} is not changed. ${edit.failure.sentence}`, path: file } };
  const text = edit.value;
  const after = parsePolicy(text);
  if (!after.ok) return { ok: false, failure: { ...after.failure, path: file } };
  if (text === before) return { ok: true, value: { file, policy: after.value, changed: false } };
  if (configured === null) {
    const made = await makeSupport(machine.home, machine.owner);
    if (!made.ok) return made;
  }
  const written = await writeState(file, text, machine.owner, `${file}.${randomBytes(6).toString('hex')}.tmp`);
  return written.ok ? { ok: true, value: { file, policy: after.value, changed: true } } : written;
}

function edited(text: string, change: Change): Result<string> {
  if (change.kind === 'value') {
    const edit = setProperty(text, change.path.slice(0, -1), change.path.at(-1) ?? '', change.value);
    return edit.ok ? { ok: true, value: edit.value.text } : edit;
  }
  if (change.kind === 'register' || change.kind === 'unregister') {
    const id = change.kind === 'register' ? change.provider.id : change.id;
    const isIt = (_key: string | null, value: unknown): boolean => typeof value === 'object' && value !== null && (value as { id?: unknown }).id === id;
    const edit = change.kind === 'register' ? upsertItem(text, ['providers'], isIt, change.provider) : removeMatching(text, ['providers'], isIt);
    return edit.ok ? { ok: true, value: edit.value.text } : edit;
  }
  if (change.kind === 'project') {
    let project = text;
    for (const item of change.items) {
      const parsed = parsePolicy(project);
      if ((parsed.ok ? (parsed.value.projects[change.root]?.autoApprove ?? []) : []).includes(item) === change.add) continue;
      const edit = change.add ? appendItem(project, ['projects', change.root, 'autoApprove'], item) : removeMatching(project, ['projects', change.root, 'autoApprove'], (_key, value) => value === item);
      if (!edit.ok) return edit;
      project = edit.value.text;
    }
    return { ok: true, value: project };
  }
  let now = text;
  for (const item of change.items) {
    const parsed = parsePolicy(now);
    const held = parsed.ok ? (parsed.value as unknown as Record<string, readonly string[]>)[change.list] ?? [] : [];
    if (held.includes(item) === (change.kind === 'add')) continue;
    // A list with a default (agentFolders) is written out before it is changed.
    const whole = setMissingList(now, change.list, held);
    if (!whole.ok) return whole;
    const edit = change.kind === 'add' ? appendItem(whole.value, [change.list], item) : removeMatching(whole.value, [change.list], (_key, value) => value === item);
    if (!edit.ok) return edit;
    now = edit.value.text;
  }
  return { ok: true, value: now };
}

function setMissingList(text: string, list: string, held: readonly string[]): Result<string> {
  const without = parsePolicy(text);
  const defaults = (DEFAULT_POLICY as unknown as Record<string, readonly string[]>)[list] ?? [];
  if (!without.ok || defaults.length === 0 || new RegExp(`"${list}"\\s*:`).test(text)) return { ok: true, value: text };
  const edit = setProperty(text, [], list, held);
  return edit.ok ? { ok: true, value: edit.value.text } : edit;
}
