// The two files of Hermes' that hold lines of ours: the list of enabled plugins, and the environment.
import { hunksOf } from '../edit/hunks.ts';
import { withEnvBlock, withoutEnvBlock } from '../edit/dotenv-block.ts';
import { lockedReason, readSettings, type SettingsFile } from '../edit/settings-file.ts';
import { encodeText } from '../edit/text-bytes.ts';
import { addToYamlList, readYamlList, removeFromYamlList, type YamlUndo } from '../edit/yaml-list.ts';
import { fail, ok, quoted } from '../engine/failure.ts';
import type { Failure, Hunk, Owner, Result, Step } from '../engine/plan.ts';
import type { Variables } from './env-settings.ts';
import { PLUGIN_NAME } from './layout.ts';

const ENABLED = { map: 'plugins', list: 'enabled' } as const;
const DISABLED = { map: 'plugins', list: 'disabled' } as const;
const NEW_FILE_MODE = 0o600;

export interface PlannedEdit {
  /** Null: nothing to change. */
  readonly step: Step | null;
  readonly file: SettingsFile;
  readonly undo: YamlUndo | null;
}

/** A preview gets printed and copied; a map on one line may hold a neighbour's secret. */
const hideSecrets = (line: string): string => line.replace(/((?:key|token|secret|passw|auth|credential)[\w-]*["']?\s*:\s*)(?:"[^"]*"|'[^']*'|[^\s,}\]#]+)/gi, '$1<hidden>');
const shownHunks = (before: string, after: string): readonly Hunk[] => hunksOf(before, after).map(({ line, removed, added }) => ({ line, removed: removed.map(hideSecrets), added: added.map(hideSecrets) }));

function edit(file: SettingsFile, after: string, secret: boolean, why: string): Step {
  return { kind: 'edit', path: file.path, target: file.target, before: file.facts?.sha256 ?? null, content: { bytes: encodeText(after), secret }, modeIfNew: NEW_FILE_MODE, hunks: secret ? [] : shownHunks(file.text, after), why };
}

const refused = (file: SettingsFile, failure: Failure): Result<never> => fail(failure.code, `${file.path} cannot be edited safely. ${failure.sentence}`, file.path);

/** Enters the plugin into `plugins.enabled`. A text where the list belongs is refused: Hermes would load nothing, and what was meant is the person's to say. */
export async function planEnabling(config: string, owner: Owner): Promise<Result<PlannedEdit>> {
  const file = await readSettings(config);
  if (!file.ok) return file;
  const added = addToYamlList(file.value.text, ENABLED, PLUGIN_NAME);
  if (!added.ok) return refused(file.value, added.failure);
  if (!added.value.changed) return ok({ step: null, file: file.value, undo: null });
  const locked = lockedReason(file.value, owner);
  if (locked !== null) return fail('settings-read-only', `${locked}, so the plugin cannot be enabled there. Where another tool writes that file, let it add ${PLUGIN_NAME} to plugins.enabled.`, config);
  return ok({ step: edit(file.value, added.value.text, false, 'Enable the plugin.'), file: file.value, undo: added.value.undo });
}

/** Takes the plugin out of the list again; a file that we made and that holds nothing else goes. */
export async function planDisabling(config: string, owner: Owner, undo: YamlUndo | null, createdByUs: boolean): Promise<Result<Step | null>> {
  const file = await readSettings(config);
  if (!file.ok) return file;
  if (file.value.facts === null) return ok(null);
  if (!file.value.text.includes(PLUGIN_NAME)) return ok(emptied(file.value, file.value.text, createdByUs, false));
  const removed = removeFromYamlList(file.value.text, ENABLED, PLUGIN_NAME, undo);
  if (!removed.ok) return fail(removed.failure.code, `${config}: ${removed.failure.sentence} The plugin's name is in it: mend the file, then uninstall again.`, config);
  if (!removed.value.changed) return ok(null);
  const locked = lockedReason(file.value, owner);
  if (locked !== null) return fail('settings-read-only', `${locked}, so the plugin cannot be taken out of plugins.enabled there. Take it out where that file is written.`, config);
  return ok(emptied(file.value, removed.value.text, createdByUs, false) ?? edit(file.value, removed.value.text, false, 'Take the plugin out of the list.'));
}

/** Puts our variables into the environment file. Its contents are secret: nothing of them is shown. */
export async function planVariables(env: string, owner: Owner, variables: Variables): Promise<Result<PlannedEdit>> {
  const file = await readSettings(env);
  if (!file.ok) return file;
  const after = withEnvBlock(file.value.text, variables);
  if (!after.ok) return refused(file.value, after.failure);
  const hasKey = variables.some(([name]) => name === 'SILMARIL_API_KEY');
  const { facts } = file.value;
  if (hasKey && facts !== null && (facts.mode & 0o077) !== 0) return fail('env-too-open', `${file.value.target} can be read by other users, so no API key is written into it. Run: chmod 600 ${quoted(file.value.target)}`, env);
  if (after.value === file.value.text) return ok({ step: null, file: file.value, undo: null });
  const locked = lockedReason(file.value, owner);
  if (locked !== null) return fail('settings-read-only', `${locked}, so the plugin's settings cannot be written there.`, env);
  const names = variables.map(([name]) => name).join(', ');
  return ok({ step: edit(file.value, after.value, true, `Set ${names} in a block of our own; every other line stays as it is.`), file: file.value, undo: null });
}

export async function planVariablesGone(env: string, owner: Owner, createdByUs: boolean): Promise<Result<Step | null>> {
  const file = await readSettings(env);
  if (!file.ok) return file;
  if (file.value.facts === null) return ok(null);
  const after = withoutEnvBlock(file.value.text);
  if (!after.ok) return fail(after.failure.code, `${env}: ${after.failure.sentence}`, env);
  const gone = emptied(file.value, after.value, createdByUs, true);
  if (gone !== null) return ok(gone);
  if (after.value === file.value.text) return ok(null);
  const locked = lockedReason(file.value, owner);
  if (locked !== null) return fail('settings-read-only', `${locked}, so Silmaril's lines cannot be taken out of it.`, env);
  return ok(edit(file.value, after.value, true, 'Take our lines out; every other line stays as it is.'));
}

function emptied(file: SettingsFile, text: string, createdByUs: boolean, secret: boolean): Step | null {
  if (!createdByUs || file.facts === null || text.replace(/^\uFEFF/, '').trim() !== '') return null;
  return { kind: 'remove', path: file.target, before: file.facts.sha256, secret, why: 'Was made for the plugin and holds nothing else.' };
}

export type Enabled = 'enabled' | 'not-enabled' | 'disabled';

/** Whether Hermes takes the plugin for enabled, by its own rules: a list that names it, and no list of disabled ones that does. */
export async function enabledIn(config: string): Promise<Result<Enabled>> {
  const file = await readSettings(config);
  if (!file.ok) return file;
  const enabled = readYamlList(file.value.text, ENABLED);
  const disabled = readYamlList(file.value.text, DISABLED);
  if (!enabled.ok) return refused(file.value, enabled.failure);
  if (enabled.value.state === 'wrong-type') return fail('wrong-type', `${config}: ${enabled.value.sentence} Hermes loads no plugin because of it.`, config);
  if (disabled.ok && disabled.value.state === 'list' && disabled.value.items.includes(PLUGIN_NAME)) return ok('disabled');
  return ok(enabled.value.state === 'list' && enabled.value.items.includes(PLUGIN_NAME) ? 'enabled' : 'not-enabled');
}
