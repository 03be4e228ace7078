// `npm run bench -- NAME...`: runs bench/NAME.mjs (all of them without a name). A benchmark prints
// ratios against a baseline of the same run; none is a test, since a loaded machine is no fault.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies, root } from './bootstrap.mjs';

const folder = path.join(root, 'bench');
const known = fs.readdirSync(folder).filter((file) => file.endsWith('.mjs')).map((file) => file.slice(0, -4)).sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`);
  process.exit(2);
}
ensureDependencies();
let worst = 0;
for (const name of wanted.length > 0 ? wanted : known) {
  process.stdout.write(`\n# ${name}\n`);
  worst = Math.max(worst, spawnSync(process.execPath, [path.join(folder, `${name}.mjs`)], { cwd: root, stdio: 'inherit' }).status ?? 1);
}
process.exit(worst);
