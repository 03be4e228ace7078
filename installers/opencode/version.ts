// The version of an OpenCode executable: from the package that it belongs to, from where Homebrew keeps it, else from
// itself. Its own installer leaves a bare binary, and which plugin interface it has must be known before anything is
// registered, so that one is run as `--version`, in an empty throw-away home so that it leaves nothing behind.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeText } from '../edit/text-bytes.ts';
import { readUserFile } from '../engine/read.ts';
import { isOpenCodePackage } from './products.ts';

const ASK_MS = 10_000;
const VERSION = /(?:^|[^\d.])(\d{1,4}\.\d{1,4}\.\d{1,5}(?:-[\w.]{1,40})?)(?![\d.])/;

/** What binaries said of themselves, by `identityOf`: asking one costs a second. */
export type SaidVersions = Readonly<Record<string, string>>;

/** Of this process; a receipt keeps them longer. */
const said = new Map<string, string>();
const MAX_SAID = 100;

export interface FoundVersion {
  /** `other`: the executable belongs to another package. Null: it does not say. */
  readonly version: string | 'other' | null;
  /** Set where the binary itself was asked, now or earlier. */
  readonly identity: string | null;
}

/** @param known what was said earlier */
export async function versionOf(real: string, known: SaidVersions): Promise<FoundVersion> {
  const version = await versionInFiles(real);
  if (version !== null) return { version, identity: null };
  const identity = await identityOf(real);
  if (identity === null) return { version: await ask(real), identity: null };
  const earlier = said.get(identity) ?? (Object.hasOwn(known, identity) ? known[identity] : undefined);
  const now = earlier ?? (await ask(real));
  if (now !== null) {
    if (said.size >= MAX_SAID) said.delete(said.keys().next().value ?? '');
    said.set(identity, now);
  }
  return { version: now, identity: now === null ? null : identity };
}

/** The same for a file that has not been replaced or written since. */
async function identityOf(real: string): Promise<string | null> {
  const seen = await stat(real, { bigint: true }).catch(() => null);
  return seen && `${real} ${String(seen.ino)} ${String(seen.size)} ${String(seen.mtimeNs)}`;
}

async function versionInFiles(real: string): Promise<string | 'other' | null> {
  const inPath = /\/(?:Cellar|Caskroom)\/opencode[^/]*\/(\d+\.\d+\.\d+[^/]*)\//.exec(real)?.[1];
  if (inPath !== undefined) return inPath;
  for (let folder = path.dirname(real), up = 0; up < 4 && folder !== path.dirname(folder); folder = path.dirname(folder), up += 1) {
    const read = await readUserFile(path.join(folder, 'package.json'));
    if (!read.ok || read.value.seen.state !== 'file') continue;
    const text = decodeText(read.value.seen.bytes);
    const manifest = text.ok ? objectIn(text.value) : null;
    if (manifest === null) break;
    // A home or a project with a package.json says nothing of a binary in one of its folders.
    if (!isOpenCodePackage(manifest['name'])) {
      if (folder.includes('/node_modules/')) return 'other';
      break;
    }
    if (typeof manifest['version'] === 'string') return manifest['version'];
  }
  return null;
}

async function ask(real: string): Promise<string | null> {
  const home = await mkdtemp(path.join(tmpdir(), 'silmaril-version-')).catch(() => null);
  if (home === null) return null;
  try {
    const said = await new Promise<string>((resolve) => {
      let out = '';
      const child = spawn(real, ['--version'], { cwd: home, env: { HOME: home, PATH: '/usr/bin:/bin', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
      const timer = setTimeout(() => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
        child.stdout.destroy();
      }, ASK_MS);
      child.stdout.on('data', (chunk: Buffer) => {
        if (out.length < 4_096) out += chunk.toString('utf8');
      });
      const end = (): void => {
        clearTimeout(timer);
        resolve(out);
      };
      child.on('error', end);
      child.on('close', end);
    });
    return VERSION.exec(said)?.[1] ?? null;
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
