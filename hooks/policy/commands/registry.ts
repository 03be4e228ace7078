// Which handler knows which program.
import type { Handler } from '../shell/call.ts';
import { ARCHIVES } from './archive.ts';
import { BUILTINS } from './builtins.ts';
import { FILES } from './files.ts';
import { fd, find } from './find.ts';
import { git } from './git.ts';
import { INTERPRETERS, SCRIPT_LANGUAGES } from './interpreters.ts';
import { NETWORK } from './network.ts';
import { POWERSHELL } from './powershell.ts';
import { evalText, scriptOf, shellProgram, source, trap } from './shells.ts';
import { SYSTEM } from './system.ts';
import { TEXT } from './text.ts';
import { parallel, WRAPPERS, xargs } from './wrappers.ts';

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...Object.entries(WRAPPERS),
  ...Object.entries(BUILTINS),
  ...Object.entries(TEXT),
  ...Object.entries(ARCHIVES),
  ...Object.entries(NETWORK),
  ...Object.entries(SYSTEM),
  ...Object.entries(INTERPRETERS),
  ...Object.entries(FILES),
  ...Object.entries(POWERSHELL),
  ...['sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh', 'yash', 'pdksh', 'bash5', 'elvish', 'nu', 'xonsh'].map((name): [string, Handler] => [name, shellProgram]),
  ['eval', evalText],
  ['source', source],
  ['.', source],
  ['trap', trap],
  ['xargs', xargs],
  ['gxargs', xargs],
  ['parallel', parallel],
  ['find', find],
  ['gfind', find],
  ['bfs', find],
  ['fd', fd],
  ['fdfind', fd],
  ['git', git],
  ['hub', git],
  ['\u0000script', scriptOf(SCRIPT_LANGUAGES)],
]);

/** `mkfs.ext4`, `python3.11`, `pip3`: families of names. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^mkfs\./, 'mkfs'],
  [/^newfs_/, 'newfs'],
  [/^fsck[._]/, 'fsck'],
  [/^python[23](?:\.\d+)?$/, 'python'],
  [/^pypy\d/, 'pypy'],
  [/^ruby\d/, 'ruby'],
  [/^perl5/, 'perl'],
  [/^php\d/, 'php'],
  [/^lua\d/, 'lua'],
  [/^node\d/, 'node'],
  [/^bash-?\d/, 'bash'],
];

export function handlerFor(name: string): Handler | undefined {
  const known = HANDLERS.get(name);
  if (known !== undefined) return known;
  for (const [pattern, family] of FAMILIES) if (pattern.test(name)) return HANDLERS.get(family);
  return undefined;
}

export const hasHandler = (name: string): boolean => handlerFor(name) !== undefined;
