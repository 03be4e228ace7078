// Programs that read text and print it: their file operands are read, some can write or run commands.
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { filtered } from '../shell/streams.ts';
import { HOLE, isKnown, literalGlobs, STAR, type Text } from '../values.ts';
import { has, lastOf, type OptionSpec, readOptions, valuesOf } from './options.ts';

interface ReaderSpec extends OptionSpec {
  /** How many operands stand before the files: a pattern, a script. */
  readonly skip?: number;
  /** Options that make that first operand unnecessary. */
  readonly insteadOfFirst?: readonly string[];
  /** Options whose value is a file that is written. */
  readonly output?: readonly string[];
  /** Options whose value is a file that is read. */
  readonly input?: readonly string[];
}

function readFiles(paths: readonly Text[], call: Call, shell: Shell): { text: Text; secret: string | null; fetched: boolean } {
  let { secret } = call.taint;
  let { fetched } = call.taint;
  let text = '';
  for (const path of paths) {
    if (path === '-') {
      secret ??= call.stdin.secret;
      text += call.stdin.text;
      continue;
    }
    const place = shell.touch('read', path, call);
    const noted = shell.contentOf(path, call);
    secret ??= shell.secretOf(place) ?? noted?.taint.secret ?? null;
    fetched ||= noted?.taint.fetched ?? false;
    text += noted?.content ?? HOLE;
  }
  return { text, secret, fetched };
}

function reader(spec: ReaderSpec = {}): Handler {
  return (call, shell) => {
    const options = readOptions(call.argv, spec);
    const skip = spec.insteadOfFirst?.some((name) => options.flags.has(name)) === true ? 0 : (spec.skip ?? 0);
    for (const name of spec.output ?? []) for (const path of valuesOf(options, name)) if (path !== '-') shell.touch('write', path, call);
    const files = [...options.operands.slice(skip), ...(spec.input ?? []).flatMap((name) => valuesOf(options, name))];
    if (files.length === 0) return { out: filtered(call) };
    const read = readFiles(files, call, shell);
    return { out: { text: HOLE, fetched: read.fetched || call.stdin.fetched, secret: read.secret, from: 'nowhere' } };
  };
}

const SED: OptionSpec = { values: 'efl', longValues: ['expression', 'file', 'line-length'], longFlags: ['in-place', 'quiet', 'silent', 'regexp-extended', 'null-data', 'follow-symlinks'] };

/** Whether a sed script writes files; which ones, and commands that it runs (GNU `w FILE`, `s///w FILE`, `e COMMAND`, `s///e`). */
function sedScript(script: Text, call: Call, shell: Shell): boolean {
  let written = false;
  const write = (path: Text): void => {
    written = true;
    shell.touch('write', path.trim(), call);
  };
  for (const match of script.matchAll(/(?:^|[;{}\n\d$/])\s*[wW]\s+([^\n;}]+)/g)) if (match[1] !== undefined) write(match[1]);
  for (const match of script.matchAll(/(?:^|[;{}\n])\s*s(.)(?:\\.|(?!\1).)*\1((?:\\.|(?!\1).)*)\1([a-zA-Z0-9]*)\s*(?:w\s+(\S+))?/g)) {
    if (match[4] !== undefined) write(match[4]);
    if (match[3]?.includes('e') === true) shell.runText(match[2] ?? '', call);
  }
  for (const match of script.matchAll(/(?:^|[;{}\n])\s*(?:\d+|\$)?\s*e\s+([^\n]+)/g)) if (match[1] !== undefined) shell.runText(match[1], call);
  return written;
}

function sed(call: Call, shell: Shell): Outcome | undefined {
  // BSD's `-i ''` and GNU's `-i.bak`: only an empty next word belongs to -i.
  const argv = call.argv.filter((word, i) => !(word === '' && /^-[a-zA-Z]*i$/.test(call.argv[i - 1] ?? '')));
  const inPlace = argv.some((word) => /^-[nErsuz]*i/.test(word) || word === '-I' || /^--in-place/.test(word) || (word.startsWith('--i') && '--in-place'.startsWith(word)));
  const options = readOptions(
    argv.map((word) => (/^-[nErsuz]*i/.test(word) ? word.slice(0, word.indexOf('i')) || '-n' : word)).map((word) => (word === '-' ? '-n' : word)),
    SED,
  );
  const scripts = valuesOf(options, 'e', 'expression');
  const fromFile = has(options, 'f', 'file');
  const given = scripts.length > 0 || fromFile;
  const script = [...scripts, ...(given ? [] : [options.operands[0] ?? ''])].map(literalGlobs).join('\n');
  const written = sedScript(script, call, shell);
  const files = given ? options.operands : options.operands.slice(1);
  // In place nothing is printed; what `w` writes elsewhere is read out all the same.
  const read = inPlace && !written ? { secret: null, fetched: false } : readFiles(files, call, shell);
  if (inPlace) for (const path of files) shell.touch('write', path, call);
  const out = files.length === 0 ? { ...filtered(call), text: sedOutput(script, call.stdin.text) } : { text: HOLE, fetched: read.fetched, secret: read.secret, from: 'nowhere' as const };
  return { out: inPlace ? { ...out, text: '', secret: null } : out };
}

/** What a single `s/a/b/` makes of known text, so that a command cannot be hidden in a replacement. */
function sedOutput(script: Text, text: Text): Text {
  const match = /^s([/|#,:!@])((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1(g?)$/.exec(script.trim());
  if (match === null || !isKnown(text)) return HOLE;
  const pattern = (match[2] ?? '').replace(/[()+?{}|]/g, '\\$&').replace(/\\\\([()+?{}|])/g, '$1');
  if (pattern.length > 200 || /[*+].*[*+]/.test(pattern)) return HOLE;
  try {
    return text.split('\n').map((line) => line.slice(0, 4_096).replace(new RegExp(pattern, match[4] === 'g' ? 'g' : ''), () => (match[3] ?? '').replace(/\\(.)/g, '$1'))).join('\n');
  } catch {
    return HOLE;
  }
}

const AWK: OptionSpec = { values: 'fFveil', longValues: ['file', 'field-separator', 'assign', 'source', 'include', 'load'] };

function awk(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, AWK);
  const sources = valuesOf(options, 'e', 'source');
  const given = sources.length > 0 || has(options, 'f', 'file');
  const program = [...sources, ...(given ? [] : [options.operands[0] ?? ''])].join('\n');
  const assigned = valuesOf(options, 'v', 'assign');
  // `-v o=../x` and `print > o`.
  const filled = assigned.reduce((code, pair) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    return name === '' ? code : code.replace(new RegExp(`(>>?\\s*)${name}\\b`, 'g'), (_, lead: string) => `${lead}"${value}"`);
  }, literalGlobs(program));
  shell.runCode('awk', filled, call, assigned);
  const script = lastOf(options, 'f', 'file');
  if (script !== undefined) {
    const content = shell.runFile(script, call);
    if (content !== null) shell.runCode('awk', content, call);
  }
  const files = (given ? options.operands : options.operands.slice(1)).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (valuesOf(options, 'i', 'include').includes('inplace')) for (const path of files) shell.touch('write', path, call);
  // A program that only prints a field of each line prints some of what came in.
  if (files.length === 0) return { out: { ...filtered(call), text: /^\{?\s*print\s+\$\w+\s*;?\s*\}?$/.test(program.trim()) ? call.stdin.text : HOLE } };
  const read = readFiles(files, call, shell);
  return { out: { text: HOLE, fetched: read.fetched, secret: read.secret, from: 'nowhere' } };
}

/** grep prints what it finds; with -l, -L, -c, -q only names, counts, nothing. */
function grep(spec: ReaderSpec): Handler {
  const read = reader({ ...spec, skip: 1, insteadOfFirst: ['e', 'f', 'regexp', 'file', 'files'] });
  return (call, shell) => {
    const options = readOptions(call.argv, spec);
    const pre = lastOf(options, 'pre');
    if (pre !== undefined) shell.runText(pre, call);
    for (const name of valuesOf(options, 'include', 'glob', 'g', 'iglob')) if (!name.startsWith('!') && shell.secretOf(shell.locate(name.replaceAll('*', STAR), call)) !== null) shell.touch('read', name.replaceAll('*', STAR), call);
    const outcome = read(call, shell);
    const namesOnly = has(options, 'l', 'L', 'files-with-matches', 'files-without-match', 'files');
    // What passes a filter is some of what came in, and holds the pattern.
    const pattern = valuesOf(options, 'e', 'regexp')[0] ?? options.operands[0] ?? '';
    if (!namesOnly && call.stdin.from === 'pipe' && call.stdin.text === HOLE && outcome?.out?.text === HOLE && /^\[?[\w-]+\]?[\w-]*$/.test(pattern) && !has(options, 'v', 'o', 'c', 'invert-match')) return { out: { ...outcome.out, text: `${HOLE}${pattern.replace(/[[\]]/g, '')}${HOLE}` } };
    if (!namesOnly) return call.stdin.from === 'pipe' && outcome?.out?.text === HOLE && options.operands.length <= 1 && !has(options, 'o', 'c') ? { out: { ...outcome.out, text: call.stdin.text } } : outcome;
    const given = has(options, 'e', 'f', 'regexp', 'file', 'files') ? options.operands : options.operands.slice(1);
    const starts = given.length > 0 ? given : ['.'];
    return { out: { text: `${starts.map((start) => `${start.replace(/\/+$/, '')}/\uE001`).join('\n')}\n`, fetched: false, secret: null, from: 'nowhere' } };
  };
}

const GREP: ReaderSpec = {
  values: 'efmABCdD',
  longValues: ['regexp', 'file', 'max-count', 'after-context', 'before-context', 'context', 'include', 'exclude', 'exclude-dir', 'exclude-from', 'label', 'color', 'colour', 'binary-files', 'directories', 'devices'],
};
const RG: ReaderSpec = {
  values: 'efgtTmABCjMrEd',
  longValues: ['regexp', 'file', 'glob', 'iglob', 'type', 'type-not', 'max-count', 'after-context', 'before-context', 'context', 'threads', 'max-columns', 'replace', 'encoding', 'sort', 'sortr', 'color', 'colors', 'pre', 'pre-glob', 'max-depth', 'max-filesize', 'path-separator', 'ignore-file', 'type-add', 'engine'],
};

function sort(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'koStTC', longValues: ['key', 'output', 'buffer-size', 'field-separator', 'temporary-directory', 'compress-program', 'files0-from', 'parallel', 'batch-size', 'random-source', 'sort'] });
  const program = lastOf(options, 'compress-program');
  if (program !== undefined) shell.runText(program, call);
  for (const path of valuesOf(options, 'o', 'output')) shell.touch('write', path, call);
  if (options.operands.length === 0) return { out: { ...filtered(call), text: call.stdin.text } };
  const read = readFiles(options.operands, call, shell);
  return { out: { text: HOLE, fetched: read.fetched, secret: read.secret, from: 'nowhere' } };
}

/** head, tail, uniq, cut: a part of the text; taken as all of it. */
function partOf(spec: ReaderSpec = {}): Handler {
  return (call, shell) => {
    const options = readOptions(call.argv.map((word) => (/^-\d+$/.test(word) ? `-n${word.slice(1)}` : word)), spec);
    const files = options.operands.slice(spec.skip ?? 0);
    if (files.length === 0) return { out: { ...filtered(call), text: call.stdin.text } };
    const read = readFiles(files, call, shell);
    return { out: { text: read.text, fetched: read.fetched, secret: read.secret, from: 'nowhere' } };
  };
}

function inPlaceEditor(flags: readonly string[], spec: ReaderSpec): Handler {
  return (call, shell) => {
    const options = readOptions(call.argv, spec);
    const files = options.operands.slice(spec.skip ?? 0);
    const read = readFiles(files, call, shell);
    if (flags.some((flag) => options.flags.has(flag))) for (const path of files) shell.touch('write', path, call);
    return { out: { ...filtered(call), secret: read.secret ?? call.stdin.secret, text: HOLE } };
  };
}

/** vi and ex run commands given on their command line, `!cmd` among them. */
function editor(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv.map((word) => (word.startsWith('+') ? `-c${word.slice(1)}` : /^-[eE]s$/.test(word) ? '-e' : word === '-sc' ? '-c' : word)), { values: call.name === 'ex' ? 'c' : call.name === 'ed' ? 'p' : 'cSusTW', longValues: ['cmd'] });
  for (const text of valuesOf(options, 'c', 'cmd')) {
    const bang = /^:?(?:silent\s+|[%\d,.$]+)?!(.*)$/.exec(text) ?? /^:?(?:call\s+)?system\(["'](.*)["']\)/.exec(text);
    if (bang?.[1] !== undefined) shell.runText(bang[1], call);
    const write = /^:?(?:[%\d,.$]*)(?:wq?|x|write|saveas|sav)!?\s+(\S+)/.exec(text);
    if (write?.[1] !== undefined) shell.touch('write', write[1], call);
  }
  // A script on standard input, one command a line.
  if (/^ex?d?$/.test(call.name) && call.stdin.from !== 'nowhere') for (const match of call.stdin.text.matchAll(/(?:^|\n)\s*(?:[%\d,.$]*(?:!|[rw]\s*!)\s*([^\n]+)|[%\d,.$]*wq?!?\s+([^\s!]\S*))/g)) {
    if (match[1] !== undefined) shell.runText(match[1], call);
    else if (match[2] !== undefined) shell.touch('write', match[2], call);
  }
  for (const path of options.operands) {
    shell.touch('read', path, call);
    if (valuesOf(options, 'c').some((text) => /(?:^|\|)\s*:?(?:w|wq|x|wqa|xa)!?\s*$/.test(text)) || call.name === 'ed') shell.touch('write', path, call);
  }
  return {};
}

function patch(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'dioprBYzFgVD', longValues: ['directory', 'input', 'output', 'strip', 'reject-file', 'prefix', 'suffix'], longFlags: ['dry-run'] });
  if (has(options, 'dry-run', 'C')) return {};
  const folder = lastOf(options, 'd', 'directory');
  if (folder !== undefined) shell.touch('write', `${folder}/\uE001`, call);
  for (const path of valuesOf(options, 'o', 'output', 'r', 'reject-file')) shell.touch('write', path, call);
  const [target] = options.operands;
  if (target !== undefined) shell.touch('write', target, call);
  return {};
}

function envsubst(call: Call): Outcome | undefined {
  return { out: filtered(call) };
}

function jq(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'fL', longValues: ['from-file', 'indent', 'tab'] });
  const files = options.operands.slice(has(options, 'f', 'from-file') ? 0 : 1);
  const named = call.argv.flatMap((word, i) => (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(word) ? call.argv.slice(i + 1, i + 3) : []));
  const rest = files.filter((path) => !named.includes(path));
  for (let i = 0; i < call.argv.length; i++) if (/^--(?:slurpfile|rawfile)$/.test(call.argv[i] ?? '')) shell.touch('read', call.argv[i + 2] ?? HOLE, call);
  const read = readFiles(rest, call, shell);
  return { out: { ...filtered(call), secret: read.secret ?? call.stdin.secret, text: HOLE } };
}

const LINES: ReaderSpec = { values: 'ncbqs', longValues: ['lines', 'bytes', 'sleep-interval', 'pid'] };

export function textHandlers(): Readonly<Record<string, Handler>> {
  return {
    sed,
    gsed: sed,
    awk,
    gawk: awk,
    mawk: awk,
    nawk: awk,
    grep: grep(GREP),
    egrep: grep(GREP),
    fgrep: grep(GREP),
    ggrep: grep(GREP),
    zgrep: grep(GREP),
    rg: grep(RG),
    ag: grep({ values: 'ABCGmp', longValues: ['ignore', 'depth', 'file-search-regex'] }),
    ack: grep({ values: 'ABCm', longValues: ['type', 'ignore-dir', 'ignore-file'] }),
    sort,
    gsort: sort,
    head: partOf(LINES),
    ghead: partOf(LINES),
    tail: partOf(LINES),
    gtail: partOf(LINES),
    tac: partOf(),
    nl: partOf({ values: 'bdfhilnpsvw' }),
    uniq(call, shell) {
      const [from, into] = readOptions(call.argv, { values: 'fsw' }).operands;
      if (into !== undefined) shell.touch('write', into, call);
      if (from === undefined || from === '-') return { out: { ...filtered(call), text: call.stdin.text } };
      const read = readFiles([from], call, shell);
      return { out: { ...read, from: 'nowhere' } };
    },
    cut: partOf({ values: 'bcdf', longValues: ['bytes', 'characters', 'delimiter', 'fields', 'output-delimiter'] }),
    less: reader(),
    more: reader(),
    most: reader(),
    bat: reader({ values: 'lrHp', longValues: ['language', 'line-range', 'style', 'theme', 'color', 'paging', 'highlight-line'] }),
    batcat: reader(),
    od: reader({ values: 'AjNStw' }),
    hexdump: reader({ values: 'efns' }),
    hd: reader({ values: 'efns' }),
    strings: reader({ values: 'ents' }),
    paste: reader({ values: 'd' }),
    column: reader({ values: 'sco' }),
    fold: reader({ values: 'w' }),
    fmt: reader({ values: 'w' }),
    pr: reader({ values: 'hl' }),
    expand: reader(),
    comm: reader(),
    join: reader({ values: 'aeijotv12' }),
    diff: reader({ values: 'UCIxXW', longValues: ['exclude', 'label', 'unified', 'context'] }),
    colordiff: reader(),
    sdiff: reader({ values: 'ow', output: ['o'] }),
    cmp: reader(),
    zcat: reader(),
    gzcat: reader(),
    bzcat: reader(),
    xzcat: reader(),
    zstdcat: reader(),
    iconv: reader({ values: 'fto', longValues: ['from-code', 'to-code', 'output'], output: ['o', 'output'] }),
    jq,
    gojq: jq,
    jaq: jq,
    yq: inPlaceEditor(['i', 'inplace', 'in-place'], { values: 'opIP', longValues: ['output-format', 'input-format', 'indent'], skip: 1 }),
    sd(call, shell) {
      for (const path of readOptions(call.argv, { values: 'fn' }).operands.slice(2)) shell.touch('write', path, call);
      return {};
    },
    envsubst,
    vi: editor,
    vim: editor,
    nvim: editor,
    view: editor,
    ex: editor,
    ed: editor,
    nano: reader(),
    pico: reader(),
    micro: reader(),
    code: reader({ values: 'rgd' }),
    patch,
    dos2unix(call, shell) {
      for (const path of readOptions(call.argv).operands) shell.touch('write', path, call);
      return {};
    },
  };
}
