// Failure counters: a hook that answers `{}` because something is broken says so in Health/<harness>.log.
// Never on the success path, never able to change the answer, never any content.
import { closeSync, constants, existsSync, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from './private-file.ts';
import { ensurePrivateFolder, publish } from './private-folder.ts';
import { supportFolder } from './product.ts';
import { randomUuid } from './unique.ts';

const MAX_LOG_BYTES = 65_536;
const KEPT_BYTES = 32_768;
const MAX_LINE_BYTES = 200;

/**
 * Appends `<ISO 8601 UTC> <harness> <event> <reason code>`. A full log keeps its newer half.
 * @param event a registered event's name; anything else is written as `unknown`
 * @param reason a code of [a-z0-9-]; never text from an input
 */
export function countFailure(home: string, harness: string, event: string, reason: string): void {
  const line = `${new Date().toISOString()} ${harness} ${event} ${reason}`.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_LINE_BYTES - 1);
  try {
    if (!existsSync(home)) return;
    const folder = `${supportFolder(home)}/Health`;
    if (!ensurePrivateFolder(folder)) return;
    append(join(folder, `${harness}.log`), `${line}\n`);
  } catch {
    // A counter that cannot be written must not break the agent.
  }
}

function append(file: string, line: string): void {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const descriptor = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || (process.getuid && stat.uid !== process.getuid())) return;
    if ((stat.mode & 0o777) !== 0o600) fchmodSync(descriptor, 0o600);
    if (stat.size + line.length <= MAX_LOG_BYTES) {
      writeSync(descriptor, line);
      return;
    }
    const old = stat.size > 4 * MAX_LOG_BYTES ? '' : (readBounded(descriptor, 4 * MAX_LOG_BYTES, stat.size)?.toString('latin1') ?? '');
    const recent = old.slice(-KEPT_BYTES);
    publish(`${file}.${process.pid}.${randomUuid()}.tmp`, file, recent.slice(recent.indexOf('\n') + 1) + line);
  } finally {
    closeSync(descriptor);
  }
}
