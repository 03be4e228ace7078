// find and fd: where they start, and what they do with what they find.
import type { Call, Outcome, Shell } from '../shell/call.ts';
import { ANY, HOLE, STAR, type Text } from '../values.ts';
import { has, lastOf, readOptions } from './options.ts';

/** Everything below a starting point, the point itself not included. */
function below(start: Text): Text {
  return start === '/' ? `/${STAR}` : `${start.replace(/\/+$/, '')}/${STAR}`;
}

/** Primaries that take one word, which is never a command. */
const ONE_WORD = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -user -group -uid -gid -perm -maxdepth -mindepth -depth -links -inum -samefile -lname -ilname -fstype -used -printf -context -regextype -newermt -newerat -newerct -Bmin -Btime -flags'.split(' ').filter(function (word) {
    return word !== '-depth';
  }),
);
const WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf']);
const EXECUTES = new Set(['-exec', '-execdir', '-ok', '-okdir']);

export function find(call: Call, shell: Shell): Outcome | undefined {
  const { argv } = call;
  let i = 1;
  while (/^-[HLPEXdsx]+$|^-O\d$|^-D$/.test(argv[i] ?? '')) i += argv[i] === '-D' ? 2 : 1;
  const starts: Text[] = [];
  for (; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word.startsWith('-') || word === '(' || word === '!' || word === ')') break;
    starts.push(word);
  }
  if (starts.length === 0) starts.push('.');
  let narrowed = false;
  let named: Text | null = null;
  for (; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (ONE_WORD.has(word)) {
      if (/^-(?:name|iname|path|ipath|wholename|regex|iregex|mindepth|samefile|lname)$/.test(word)) narrowed = true;
      if (word === '-name' || word === '-iname') named = (argv[i + 1] ?? '').replaceAll('*', STAR).replaceAll('?', ANY);
      i++;
    } else if (WRITES.has(word)) {
      shell.touch('write', argv[++i] ?? HOLE, call);
      if (word === '-fprintf') i++;
    } else if (word === '-f') {
      starts.push(argv[++i] ?? HOLE);
    } else if (word === '-delete') {
      for (const start of starts) deleteFound(start, call, shell);
    } else if (EXECUTES.has(word)) {
      const command: Text[] = [];
      for (i++; i < argv.length && argv[i] !== ';' && !(argv[i] === '+' && argv[i - 1] === '{}'); i++) command.push(argv[i] ?? '');
      for (const start of starts) {
        // In -execdir the name is relative to the folder that holds it.
        const found = named !== null ? `${start.replace(/\/+$/, '')}/${named}` : narrowed || isDot(start) ? below(start) : start;
        shell.runArgv(command.map((each) => each.replaceAll('{}', found)), { ...call, stdin: { ...call.stdin, from: 'nowhere' } });
      }
    }
  }
  const tail = named;
  return { out: { text: `${starts.map((start) => (tail === null ? below(start) : `${start.replace(/\/+$/, '')}/${tail}`)).join('\n')}\n`, fetched: false, secret: null, from: 'nowhere' } };
}

function isDot(start: Text): boolean {
  return /^\.\/*$/.test(start);
}

/** `find . -delete` empties the folder but cannot remove `.` itself; `find build -delete` removes build too. */
function deleteFound(start: Text, call: Call, shell: Shell): void {
  shell.touch('delete', isDot(start) || shell.locate(start, call).area === 'root' ? below(start) : start, call, { follow: false });
}

export function fd(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, {
    values: 'eEtdSjcxXo',
    longValues: ['extension', 'exclude', 'type', 'max-depth', 'min-depth', 'size', 'threads', 'color', 'base-directory', 'search-path', 'changed-within', 'changed-before', 'owner', 'glob'],
    stopAtOperand: false,
  });
  const at = call.argv.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(word));
  const own = at < 0 ? options.operands : readOptions(call.argv.slice(0, at), { values: 'eEtdSjco', longValues: ['extension', 'exclude', 'type', 'max-depth', 'size'] }).operands;
  const folders = [...own.slice(1), ...(has(options, 'base-directory') ? [lastOf(options, 'base-directory') ?? '.'] : [])];
  const starts = folders.length > 0 ? folders : ['.'];
  if (at >= 0) {
    const command = call.argv.slice(at + 1).filter((word) => word !== ';');
    for (const start of starts) {
      const filled = command.map((word) => word.replace(/\{(?:\.|\/|\/\/|\/\.)?\}/g, () => below(start)));
      shell.runArgv(filled.some((word, i) => word !== command[i]) ? filled : [...filled, below(start)], call);
    }
  }
  return { out: { text: `${starts.map(below).join('\n')}\n`, fetched: false, secret: null, from: 'nowhere' } };
}
