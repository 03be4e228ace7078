// Shell builtins that change what later words mean, and programs whose output is known from their words.
import { MAX_VALUE_CHARS } from '../limits.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { filtered, says, SILENT } from '../shell/streams.ts';
import { withFolder, withoutVariable, withVariable, type World } from '../shell/world.ts';
import { baseName, dirName, FRESH, HOLE, isKnown, literalGlobs, shown, STAR, type Text } from '../values.ts';
import { has, lastOf, readOptions } from './options.ts';

function to(world: World): Outcome {
  return { worlds: [world], ...SILENT };
}

function folder(text: Text, call: Call, shell: Shell): Text | null {
  if (text.startsWith(HOLE)) return null;
  return shell.locate(text, call).path;
}

function cd(call: Call, shell: Shell): Outcome | undefined {
  const operands = call.argv.slice(1).filter((word) => !/^-[LPe@]+$/.test(word) && word !== '--');
  const target = operands[0];
  if (target === undefined) return to(withFolder(call.world, call.world.vars.get('HOME')?.[0] ?? shell.home));
  if (target === '-') return to(withFolder(call.world, call.world.previous));
  // A glob names some folder below; which one does not matter to where it lies.
  return to(withFolder(call.world, folder(target, call, shell)));
}

function pushd(call: Call, shell: Shell): Outcome | undefined {
  const target = call.argv.slice(1).find((word) => !/^-n$/.test(word));
  const { world } = call;
  if (target === undefined || /^[-+]\d+$/.test(target)) {
    const [top = null, ...others] = world.stack;
    return to({ ...withFolder(world, target === undefined ? top : null), stack: [world.cwd, ...others] });
  }
  return to({ ...withFolder(world, folder(target, call, shell)), stack: [world.cwd, ...world.stack] });
}

function popd(call: Call): Outcome | undefined {
  const [top = null, ...others] = call.world.stack;
  return to({ ...withFolder(call.world, top), stack: others });
}

function alias(call: Call): Outcome | undefined {
  const aliases = new Map(call.world.aliases);
  for (const word of call.argv.slice(1)) {
    const cut = word.indexOf('=');
    if (cut > 0) aliases.set(word.slice(0, cut), word.slice(cut + 1));
  }
  return to({ ...call.world, aliases });
}

function unalias(call: Call): Outcome | undefined {
  const aliases = new Map(call.world.aliases);
  for (const word of call.argv.slice(1)) aliases.delete(word);
  return to({ ...call.world, aliases: call.argv.includes('-a') ? new Map() : aliases });
}

function unset(call: Call): Outcome | undefined {
  let { world } = call;
  const functions = new Map(world.functions);
  for (const word of call.argv.slice(1)) {
    if (word.startsWith('-')) continue;
    world = withoutVariable(world, word);
    functions.delete(word);
  }
  return to({ ...world, functions });
}

function set(call: Call): Outcome | undefined {
  const at = call.argv.indexOf('--');
  const first = call.argv[1];
  if (first === undefined) return { out: { text: HOLE, fetched: false, secret: 'the environment', from: 'nowhere' } };
  if (at < 0 && /^[-+]/.test(first)) return SILENT;
  return to({ ...call.world, args: [call.world.args[0] ?? 'sh', ...call.argv.slice(at < 0 ? 1 : at + 1)] });
}

function shift(call: Call): Outcome | undefined {
  const by = Number(call.argv[1] ?? '1') || 1;
  const [zero = 'sh', ...args] = call.world.args;
  return to({ ...call.world, args: [zero, ...args.slice(by)] });
}

function read(call: Call): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'dinNptua' });
  const { text } = call.stdin;
  const end = text.indexOf('\n');
  const line = text === '' ? (call.stdin.from === 'nowhere' ? HOLE : '') : end < 0 ? text : text.slice(0, end);
  const remains = end < 0 ? '' : text.slice(end + 1);
  const array = lastOf(options, 'a');
  const names = array !== undefined ? [array] : options.operands.length > 0 ? options.operands : ['REPLY'];
  const taint = { fetched: call.stdin.fetched, secret: call.stdin.secret };
  let world: World = { ...call.world, stdin: { ...call.stdin, text: remains } };
  const words = line.split(/[ \t]+/).filter((word) => word !== '');
  names.forEach((name, i) => {
    const value = array !== undefined ? words : names.length === 1 ? [line] : [i === names.length - 1 ? words.slice(i).join(' ') || (line === HOLE ? HOLE : '') : (words[i] ?? (line === HOLE ? HOLE : ''))];
    world = withVariable(world, name, value, taint);
  });
  return to(world);
}

function mapfile(call: Call): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'dnOsuCc' });
  const name = options.operands[0] ?? 'MAPFILE';
  const lines = call.stdin.text.split('\n').filter((line) => line !== '');
  return to(withVariable(call.world, name, lines.length > 0 ? lines : [HOLE], { fetched: call.stdin.fetched, secret: call.stdin.secret }));
}

function escapes(text: Text): Text {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|u([0-9a-fA-F]{1,4})|([abefnrtv\\"']))/g, (_, hex?: string, octal?: string, unicode?: string, letter?: string) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
    if (unicode !== undefined) return String.fromCharCode(parseInt(unicode, 16));
    return ({ n: '\n', t: '\t', r: '\r', a: '', b: '', e: '', f: '', v: '' } as Record<string, string>)[letter ?? ''] ?? letter ?? '';
  });
}

function echo(call: Call): Outcome | undefined {
  let words = call.argv.slice(1);
  let interpret = false;
  let newline = true;
  while (words[0] !== undefined && /^-[neE]+$/.test(words[0])) {
    if (words[0].includes('e')) interpret = true;
    if (words[0].includes('n')) newline = false;
    words = words.slice(1);
  }
  const text = words.join(' ');
  return says((interpret ? escapes(text) : text) + (newline ? '\n' : ''), call);
}

/** What printf writes; conversions other than %s, %b, %q, %d and %% are taken as unknown. */
export function printed(format: Text, args: readonly Text[]): Text {
  const plain = escapes(literalGlobs(format));
  let used = 0;
  let out = '';
  do {
    const before = used;
    out += plain.replace(/%(?:%|[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:\([^)]*\))?([a-zA-Z]))/g, (whole, letter?: string) => {
      if (whole === '%%') return '%';
      const value = args[used++] ?? '';
      if (letter === 's' || letter === 'q' || letter === 'd' || letter === 'i') return value;
      return letter === 'b' ? escapes(value) : letter === 'c' ? value.slice(0, 1) : HOLE;
    });
    if (used === before) break;
  } while (used < args.length && out.length < MAX_VALUE_CHARS);
  return out;
}

function printf(call: Call): Outcome | undefined {
  let words = call.argv.slice(1);
  let name: Text | null = null;
  if (words[0] === '-v') {
    name = words[1] ?? null;
    words = words.slice(2);
  }
  if (words[0] === '--') words = words.slice(1);
  const [format = '', ...args] = words;
  const text = printed(format, args);
  return name === null ? says(text, call) : to(withVariable(call.world, name, [text], call.taint));
}

function exit(): Outcome | undefined {
  return { worlds: [], ...SILENT };
}

function mktemp(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'p', longValues: ['suffix', 'tmpdir'] });
  const template = options.operands[0];
  const parent = lastOf(options, 'p', 'tmpdir');
  if (template === undefined || has(options, 't') || parent !== undefined) return says(`${parent ?? '/tmp'}/${FRESH}\n`, call);
  const path = template.replace(/X{3,}/, FRESH);
  // A template elsewhere still makes a file there.
  if (!path.startsWith('/tmp/') && !path.startsWith('/var/')) shell.touch('write', template, call);
  return says(`${path}\n`, call);
}

/** Programs that list names below folders: their output is "something below". */
export function lists(folders: (call: Call) => readonly Text[]): Handler {
  return (call) => {
    const under = folders(call).map((each) => (each === '' ? STAR : each === '/' ? `/${STAR}` : `${each.replace(/\/+$/, '')}/${STAR}`));
    return { out: { text: `${under.join('\n')}\n`, fetched: false, secret: call.taint.secret, from: 'nowhere' } };
  };
}

function ls(call: Call): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'IwT', longValues: ['ignore', 'hide', 'sort', 'time', 'color', 'format'] });
  if (options.operands.length === 0) return { out: { text: `${STAR}\n`, fetched: false, secret: null, from: 'nowhere' } };
  // `ls folder` prints bare names, `ls -d pattern` and `ls file` print what was asked for: both are possible.
  return { out: { text: `${options.operands.flatMap((word) => (has(options, 'd') ? [word] : [word, STAR])).join('\n')}\n`, fetched: false, secret: null, from: 'nowhere' } };
}

function cat(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv);
  if (has(options, 'help', 'version')) return SILENT;
  if (options.operands.length === 0) return { out: { ...call.stdin, from: 'nowhere' } };
  let text = '';
  let fetched = false;
  let { secret } = call.taint;
  for (const operand of options.operands) {
    if (operand === '-' || operand === '/dev/stdin') {
      text += call.stdin.text;
      fetched ||= call.stdin.fetched;
      secret ??= call.stdin.secret;
      continue;
    }
    const place = shell.touch('read', operand, call);
    const noted = shell.contentOf(operand, call);
    text += noted?.content ?? HOLE;
    fetched ||= noted?.taint.fetched ?? false;
    secret ??= shell.secretOf(place) ?? noted?.taint.secret ?? null;
  }
  return { out: { text, fetched, secret, from: 'nowhere' } };
}

function tr(call: Call): Outcome | undefined {
  const [, from, into] = call.argv;
  if (from === undefined || into === undefined || from.startsWith('-') || !isKnown(call.stdin.text)) return { out: filtered(call) };
  const range = (set: string): string[] => {
    const out: string[] = [];
    const text = escapes(set);
    for (let i = 0; i < text.length; i++) {
      const end = text[i + 2];
      if (text[i + 1] === '-' && end !== undefined) {
        for (let code = text.charCodeAt(i); code <= end.charCodeAt(0) && out.length < 512; code++) out.push(String.fromCharCode(code));
        i += 2;
      } else out.push(text[i] ?? '');
    }
    return out;
  };
  const a = range(from);
  const b = range(into);
  const text = [...call.stdin.text].map((char) => (a.includes(char) ? (b[a.indexOf(char)] ?? b.at(-1) ?? '') : char)).join('');
  return { out: { ...call.stdin, text, from: 'nowhere', decoded: true } };
}

function rev(call: Call, shell: Shell): Outcome | undefined {
  for (const path of call.argv.slice(1)) if (!path.startsWith('-')) shell.touch('read', path, call);
  return { out: { ...filtered(call), decoded: true, text: isKnown(call.stdin.text) ? call.stdin.text.split('\n').map((line) => [...line].reverse().join('')).join('\n') : HOLE } };
}

/** base64, xxd, openssl: a command hidden in an encoding is still a command when a shell gets it. */
function base64(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'wbio', longValues: ['wrap', 'break', 'input', 'output'] });
  const file = lastOf(options, 'i', 'input') ?? options.operands[0];
  let stream = call.stdin;
  if (file !== undefined && file !== '-') {
    const place = shell.touch('read', file, call);
    const noted = shell.contentOf(file, call);
    stream = { text: noted?.content ?? HOLE, fetched: noted?.taint.fetched ?? false, secret: shell.secretOf(place) ?? noted?.taint.secret ?? null, from: 'nowhere' };
  }
  const output = lastOf(options, 'o', 'output');
  if (output !== undefined) shell.touch('write', output, call);
  const decode = has(options, 'd', 'D', 'decode');
  const known = isKnown(stream.text);
  const text = !known ? HOLE : decode ? Buffer.from(stream.text, 'base64').toString('utf8') : `${Buffer.from(stream.text, 'utf8').toString('base64')}\n`;
  return { out: { ...stream, text, from: 'nowhere', decoded: decode } };
}

function xxd(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'clgos' });
  const [from, into] = options.operands;
  let secret = call.stdin.secret;
  if (from !== undefined && from !== '-') secret = shell.secretOf(shell.touch('read', from, call)) ?? secret;
  if (into !== undefined) shell.touch('write', into, call);
  const decoded = has(options, 'r') && has(options, 'p') && isKnown(call.stdin.text) ? Buffer.from(call.stdin.text.replace(/\s+/g, ''), 'hex').toString('utf8') : HOLE;
  return { out: { text: decoded, fetched: call.stdin.fetched, secret, from: 'nowhere', decoded: true } };
}

function names(transform: (text: Text) => Text): Handler {
  return (call) => says(`${call.argv.slice(1).filter((word) => !word.startsWith('-')).map(transform).join('\n')}\n`, call);
}

export function builtinHandlers(): Readonly<Record<string, Handler>> {
  return {
    cd,
    chdir: cd,
    'set-location': cd,
    pushd,
    popd,
    alias,
    unalias,
    unset,
    set,
    shift,
    read,
    mapfile,
    readarray: mapfile,
    echo,
    print: echo,
    printf,
    exit,
    return: exit,
    mktemp,
    ls,
    cat,
    tr,
    rev,
    base64,
    gbase64: base64,
    xxd,
    pwd(call) {
      return says(`${call.world.cwd ?? HOLE}\n`, call);
    },
    basename(call) {
      const [, path = HOLE, suffix] = call.argv;
      const base = baseName(path);
      return says(`${suffix !== undefined && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`, call);
    },
    dirname: names(dirName),
    realpath(call, shell) {
      return says(`${call.argv.slice(1).filter((word) => !word.startsWith('-')).map((word) => shell.locate(word, call).path ?? HOLE).join('\n')}\n`, call);
    },
    readlink(call, shell) {
      const options = readOptions(call.argv);
      return has(options, 'f', 'e', 'm', 'canonicalize') ? says(`${options.operands.map((word) => shell.locate(word, call).path ?? HOLE).join('\n')}\n`, call) : says(`${HOLE}\n`, call);
    },
    seq(call) {
      return says(`${shown(call.argv.at(-1) ?? '1')}\n`, call);
    },
    true() {
      return SILENT;
    },
    false() {
      return SILENT;
    },
    ':'() {
      return SILENT;
    },
    '['() {
      return SILENT;
    },
    test() {
      return SILENT;
    },
    which(call) {
      return says(`${call.argv.at(-1) ?? HOLE}\n`, call);
    },
    type() {
      return SILENT;
    },
    hash() {
      return SILENT;
    },
    whoami(call) {
      return says(`${HOLE}\n`, call);
    },
    date() {
      return { out: { text: HOLE, fetched: false, secret: null, from: 'nowhere' } };
    },
    printenv(call) {
      return { out: { text: HOLE, fetched: false, secret: call.argv.length > 1 ? (/(?:key|token|secret|passw|credential)/i.test(call.argv[1] ?? '') ? (call.argv[1] ?? null) : null) : 'the environment', from: 'nowhere' } };
    },
  };
}
