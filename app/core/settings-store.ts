// The app's own settings, `<support>/settings.json`, 0600. Read once at start; written whole through an
// fsynced temporary file. Nothing is written before something was changed by the person: an app that
// was only opened leaves no trace.
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeState } from '../../installers/engine/atomic-file.ts';
import type { Machine } from '../../installers/engine/harness-installer.ts';
import { supportFolder } from '../../installers/engine/paths.ts';
import type { Result } from '../../installers/engine/plan.ts';
import { observe } from '../../installers/engine/read.ts';
import { makeSupport } from '../../installers/engine/support-folder.ts';
import { harnessId, mode, time } from '../contract/harness-views.ts';
import { list } from '../contract/ipc-kinds.ts';
import { defaultSettings, newOnboarding, onboardingShape, settingsShape, type Onboarding, type Settings } from '../contract/settings.ts';

const pauseShape = z.nullable(z.object({ until: time, before: list(z.object({ harness: harnessId, mode })) }));
export type Pause = z.infer<typeof pauseShape>;

export interface Stored {
  readonly settings: Settings;
  readonly onboarding: Onboarding;
  readonly pause: Pause;
}

const fresh: Stored = { settings: defaultSettings, onboarding: newOnboarding, pause: null };
const maxBytes = 262_144;

export function settingsPath(home: string): string {
  return path.join(supportFolder(home), 'settings.json');
}

/** Values that read well are taken, one by one; the others get their defaults and are named. */
export function parseStored(value: unknown): { readonly stored: Stored; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  const record = (of: unknown): Readonly<Record<string, unknown>> => (typeof of === 'object' && of !== null && !Array.isArray(of) ? (of as Record<string, unknown>) : {});
  const take = <T>(name: string, shape: z.ZodMiniType<T>, given: unknown, otherwise: T): T => {
    if (given === undefined) return otherwise;
    const parsed = shape.safeParse(given);
    if (parsed.success) return parsed.data;
    dropped.push(name);
    return otherwise;
  };
  const file = record(value);
  const given = record(file['settings']);
  const settings = Object.fromEntries(
    Object.entries(settingsShape.shape).map(([name, shape]) => [name, take(name, shape as z.ZodMiniType, given[name], defaultSettings[name as keyof Settings])]),
  ) as Settings;
  return {
    stored: { settings, onboarding: take('onboarding', onboardingShape, file['onboarding'], newOnboarding), pause: take('pause', pauseShape, file['pause'], null) },
    dropped,
  };
}

export class SettingsStore {
  private current: Stored = fresh;
  /** What is in the file but not known here (a newer version's), kept. */
  private rest: Readonly<Record<string, unknown>> = {};
  private setAside = false;
  /** The file as it was last read or written here. */
  private lastText: string | null = null;
  private writing: Promise<unknown> = Promise.resolve();
  /** Why defaults are in force, else null. */
  problem: string | null = null;

  constructor(private readonly machine: Machine) {}

  get value(): Stored {
    return this.current;
  }

  /** Reads the file again where another program (the command) has written it. @returns whether other values are in force now */
  async refresh(): Promise<boolean> {
    await this.writing;
    const seen = await observe(settingsPath(this.machine.home), maxBytes);
    if (seen.state !== 'file' || new TextDecoder().decode(seen.bytes) === this.lastText) return false;
    const before = JSON.stringify(this.current);
    await this.load();
    return JSON.stringify(this.current) !== before;
  }

  async load(): Promise<void> {
    const file = settingsPath(this.machine.home);
    const seen = await observe(file, maxBytes);
    if (seen.state === 'absent') return;
    const damaged = (why: string) => {
      this.setAside = true;
      this.problem = `${file} ${why}, so the default settings are in force. It is kept as settings.json.damaged when you change a setting.`;
    };
    if (seen.state !== 'file') {
      damaged('cannot be read');
      return;
    }
    let value: unknown;
    this.lastText = new TextDecoder().decode(seen.bytes);
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(seen.bytes));
    } catch {
      damaged('is not JSON');
      return;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      damaged('is not a JSON object');
      return;
    }
    const { stored, dropped } = parseStored(value);
    this.current = stored;
    this.rest = value as Record<string, unknown>;
    if (dropped.length > 0) this.problem = `Settings that this version does not understand have their defaults: ${dropped.join(', ')}.`;
  }

  /** Writes the change; the values in force are the new ones only if that succeeded. One write at a time. */
  change(change: Partial<Stored>): Promise<Result<Stored>> {
    const result = this.writing.then(() => this.write({ ...this.current, ...change }));
    this.writing = result.catch(() => undefined);
    return result;
  }

  /** For what need not survive: the progress of an onboarding that has written nothing yet. */
  remember(change: Partial<Stored>): void {
    this.current = { ...this.current, ...change };
  }

  /** Takes the file away; the values go back to their defaults. */
  async remove(): Promise<Result<boolean>> {
    await this.writing;
    const file = settingsPath(this.machine.home);
    try {
      let removed = false;
      for (const name of [file, `${file}.damaged`, `${file}.tmp`]) {
        removed ||= (await observe(name, 0)).state !== 'absent';
        await fs.rm(name, { force: true });
      }
      this.current = fresh;
      this.rest = {};
      this.problem = null;
      return { ok: true, value: removed };
    } catch (error) {
      return { ok: false, failure: { code: 'settings-not-removed', sentence: `${file} could not be removed (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). Remove it by hand.` } };
    }
  }

  private async write(next: Stored): Promise<Result<Stored>> {
    const { home, owner } = this.machine;
    const file = settingsPath(home);
    const support = await makeSupport(home, owner);
    if (!support.ok) return support;
    if (this.setAside) {
      try {
        await fs.rename(file, `${file}.damaged`);
        this.setAside = false;
      } catch (error) {
        return { ok: false, failure: { code: 'settings-not-written', sentence: `${file} is damaged and could not be moved aside (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).` } };
      }
    }
    const known = { ...this.rest, schemaVersion: 1, ...next };
    const text = `${JSON.stringify(known, null, 2)}\n`;
    const written = await writeState(file, text, owner, `${file}.tmp`);
    if (!written.ok) return written;
    this.lastText = text;
    this.current = next;
    this.problem = null;
    return { ok: true, value: next };
  }
}
