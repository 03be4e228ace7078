// Which Node.js the installed launchers start, and the control plane of a home put together from its parts.
import fs from 'node:fs';
import path from 'node:path';
import type { Machine } from '../../installers/engine/harness-installer.ts';
import { resolveAgain } from '../../installers/node-runtime/find.ts';
import { Protection, type FindNode } from './protection.ts';
import { registry } from './registry.ts';

/**
 * The recorded Node.js while it is good, else the best one of this computer; a checkout's own fetched one
 * and the one that runs this command come last, since either may be gone tomorrow.
 */
export function nodeFinder(machine: Machine, projectRoot: string): FindNode {
  return async (recorded) => {
    // In the app this process is Electron, which no launcher can start as a Node.js.
    const own = process.versions['electron'] === undefined ? [process.execPath] : [];
    const found = await resolveAgain(machine, recorded, [path.join(projectRoot, '.cache', 'node22', 'bin', 'node'), ...own]);
    if (found.ok || found.failure.code !== 'no-node' || !fs.existsSync(path.join(projectRoot, 'scripts', 'node22.mjs'))) return found;
    return { ok: false, failure: { ...found.failure, sentence: `${found.failure.sentence} To try it from this checkout, fetch one into it: (cd ${JSON.stringify(projectRoot)} && node scripts/node22.mjs)` } };
  };
}

export function protectionFor(machine: Machine, projectRoot: string): Protection {
  return new Protection(machine, projectRoot, registry.map((entry) => entry.installer), nodeFinder(machine, projectRoot));
}
