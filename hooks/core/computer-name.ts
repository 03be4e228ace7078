// The Mac's computer name, which the classifier's provenance may carry. Cached, because asking costs a
// process; never in evidence, in an answer or in a debug line.
import { lstatSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { readPrivateFile } from './private-file.ts';
import { ensurePrivateFolder, publish } from './private-folder.ts';
import { supportFolder } from './product.ts';

const LOOKUP_MS = 100;
const LOOKUP_BYTES = 1_024;
const MAX_CACHE_BYTES = 4_096;
const TTL_MS = 300_000;
const SKEW_MS = 2_000;

/** Asks the system; null when it does not answer in 100 ms with at most 1,024 bytes. */
export type Lookup = () => Promise<Buffer | null>;

/** @returns the sanitised name, or null: not a Mac, no name, or a name that is not fit to send */
export async function computerName(home: string, platform: NodeJS.Platform = process.platform, lookup: Lookup = askSystem): Promise<string | null> {
  if (platform !== 'darwin') return null;
  const folder = `${supportFolder(home)}/ComputerName`;
  const cached = readCache(folder);
  if (cached !== undefined) return cached;
  const bytes = await lookup().catch(() => null);
  const name = bytes && isUtf8(bytes) ? sanitise(bytes.toString('utf8')) : null;
  // A failed lookup is remembered too, or every event would wait for it.
  writeCache(folder, name);
  return name;
}

/** 1..256 UTF-16 units after trimming, no control character; else null. */
export function sanitise(text: string): string | null {
  const name = text.trim();
  return name.length >= 1 && name.length <= 256 && !/[\u0000-\u001f\u007f-\u009f]/.test(name) ? name : null;
}

async function askSystem(): Promise<Buffer | null> {
  const { spawnSync } = await import('node:child_process');
  const run = spawnSync('/usr/sbin/scutil', ['--get', 'ComputerName'], { stdio: ['ignore', 'pipe', 'ignore'], env: {}, timeout: LOOKUP_MS, killSignal: 'SIGKILL', maxBuffer: LOOKUP_BYTES, shell: false });
  return run.status === 0 && !run.error ? run.stdout : null;
}

/** undefined: nothing usable. The file's own times count too, so that a far `expiresAt` keeps nothing alive. */
function readCache(folder: string): string | null | undefined {
  if (!isOwnFolder(folder)) return undefined;
  const file = readPrivateFile(join(folder, 'cache.json'), MAX_CACHE_BYTES);
  if (file.state !== 'read') return undefined;
  const age = Date.now() - Math.max(file.stat.mtimeMs, file.stat.ctimeMs);
  if (age > TTL_MS || age < -SKEW_MS) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(file.text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { expiresAt, name } = value as Record<string, unknown>;
  if (typeof expiresAt !== 'number' || expiresAt <= Date.now() || expiresAt > Date.now() + TTL_MS + SKEW_MS) return undefined;
  if (name === null) return null;
  return typeof name === 'string' && sanitise(name) === name ? name : undefined;
}

function isOwnFolder(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    return stat.isDirectory() && (!process.getuid || stat.uid === process.getuid());
  } catch {
    return false;
  }
}

function writeCache(folder: string, name: string | null): void {
  try {
    if (!ensurePrivateFolder(folder)) return;
    const file = join(folder, 'cache.json');
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(file);
    const tag = Math.floor(Math.random() * 4_294_967_296).toString(16).padStart(8, '0');
    publish(join(folder, `.cache.${process.pid}.${tag}.tmp`), file, JSON.stringify({ expiresAt: Date.now() + TTL_MS, name }));
  } catch {
    // The next event asks again.
  }
}
