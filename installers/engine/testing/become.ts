// A process of its own for becomeUser, since there is no way back: argument 1 is the name. Prints one
// JSON line: the result, who it is then, and whether a file of root's (argument 2) can still be read.
import { readFileSync } from 'node:fs';
import { becomeUser } from '../run-as-user.ts';

const result = becomeUser(process.argv[2] ?? '');
let readsRootFile = true;
try {
  readFileSync(process.argv[3] ?? '');
} catch {
  readsRootFile = false;
}
const { getuid, geteuid, getgid, getgroups } = process;
process.stdout.write(`${JSON.stringify({ result, uid: getuid?.(), euid: geteuid?.(), gid: getgid?.(), groups: getgroups?.(), readsRootFile })}\n`);
