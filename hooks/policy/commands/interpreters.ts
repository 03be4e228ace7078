// Interpreters: where their program text comes from (an option, a file, standard input), and in which language.
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { HOLE, isKnown, type Text } from '../values.ts';
import { notebookText } from './carriers.ts';

interface Interpreter {
  readonly language: string;
  /** Options whose value (next word or attached) is program text. */
  readonly inline: RegExp;
  /** Options that take the next word and are not program text. */
  readonly takes: RegExp;
  /** Options after which no program is read from standard input: a module, a check, help. */
  readonly settles: RegExp;
  /** `-i` edits the operands in place. */
  readonly inPlace?: RegExp;
  /** Subcommands that stand before a script: `deno run`, `bun run`. */
  readonly verbs?: ReadonlyMap<string, 'file' | 'inline' | 'other'>;
}

const PYTHON: Interpreter = { language: 'python', inline: /^-[bBdEhiIOqsSuvVx]*c(.*)$/s, takes: /^-[WXQ]$|^--check-hash-based-pycs$/, settles: /^-[bBdEiIOqsSuvx]*m|^(?:-h|--help|-V|--version|-VV)$/ };
const NODE: Interpreter = { language: 'javascript', inline: /^(?:-[pc]*e|-p|-pe|--eval|--print)(?:=(.*))?$/s, takes: /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--inspect-port|--stack-trace-limit|--title)$/, settles: /^(?:-h|--help|-v|--version|-c|--check|--test|--run|--v8-options)$/ };
const RUBY: Interpreter = { language: 'ruby', inline: /^-(?![rICEKTWx])[a-zA-Z]*?e(.*)$/s, takes: /^-[rICEKSTW]$/, settles: /^(?:-h|--help|-v|--version|-c)$/, inPlace: /^-[a-z]*i/ };
const PERL: Interpreter = { language: 'perl', inline: /^-(?!I|M|m|i\.|F|x|C|D|V)[a-zA-Z0-9]*?[eE](.*)$/s, takes: /^-[IMm]$/, settles: /^(?:-h|-v|-c|--help|--version|-V.*)$/, inPlace: /^-(?!I|M|m|e|E)[a-zA-Z0-9]*?i/ };
const PHP: Interpreter = { language: 'php', inline: /^(?:-[rBRE]|--run|--process-code)(.*)$/s, takes: /^-[cdztS]$/, settles: /^(?:-h|--help|-v|--version|-i|-l|-m|-S|--ini|-w|-s)$/ };
const LUA: Interpreter = { language: 'lua', inline: /^-e(.*)$/s, takes: /^-l$/, settles: /^-v$/ };
const R: Interpreter = { language: 'r', inline: /^(?:-e|--eval)(?:=(.*))?$/s, takes: /^-f$/, settles: /^(?:--help|--version)$/ };
const JULIA: Interpreter = { language: 'julia', inline: /^(?:-e|-E|--eval|--print)(?:=(.*))?$/s, takes: /^(?:-[LJpt]|--project)$/, settles: /^(?:-h|--help|-v|--version)$/ };
const DENO: Interpreter = { language: 'javascript', inline: /^(?:-e|--eval|-p)(?:=(.*))?$/s, takes: /^(?:--config|--import-map|-c|--lock|--allow-\w+)$/, settles: /^(?:-h|--help|-V|--version)$/, verbs: new Map([['eval', 'inline'], ['run', 'file'], ['repl', 'other'], ['test', 'other'], ['fmt', 'other'], ['lint', 'other'], ['task', 'other'], ['install', 'other'], ['check', 'other'], ['bench', 'other'], ['cache', 'other'], ['compile', 'other'], ['info', 'other'], ['upgrade', 'other'], ['add', 'other'], ['serve', 'file']]) };
const BUN: Interpreter = { language: 'javascript', inline: /^(?:-e|--eval|-p|--print)(?:=(.*))?$/s, takes: /^(?:-r|--preload|--cwd|-c|--config|--env-file)$/, settles: /^(?:-h|--help|-v|--version|--revision)$/, verbs: new Map([['run', 'file'], ['test', 'other'], ['install', 'other'], ['i', 'other'], ['add', 'other'], ['remove', 'other'], ['build', 'other'], ['x', 'other'], ['create', 'other'], ['init', 'other'], ['update', 'other'], ['link', 'other'], ['pm', 'other'], ['upgrade', 'other'], ['outdated', 'other'], ['publish', 'other'], ['exec', 'other']]) };
const TCL: Interpreter = { language: 'tcl', inline: /^-c$/, takes: /^-encoding$/, settles: /^$/ };

function interpreter(spec: Interpreter): Handler {
  return (call, shell) => {
    const { argv } = call;
    const texts: Text[] = [];
    const modules: Text[] = [];
    let settled = false;
    let inPlace = false;
    let i = 1;
    if (spec.verbs !== undefined && argv[1] !== undefined) {
      const verb = spec.verbs.get(argv[1]);
      if (verb === 'other') return undefined;
      if (verb === 'inline') {
        const text = argv.slice(2).find((word) => !word.startsWith('-'));
        if (text !== undefined) shell.runCode(spec.language, text, call);
        return {};
      }
      if (verb === 'file') i = 2;
    }
    for (; i < argv.length; i++) {
      const word = argv[i] ?? '';
      if (word === '--') {
        // What follows are arguments of the program on standard input.
        if (spec.language === 'php' && texts.length === 0) return programOnStdin(spec.language, argv.slice(i + 1), call, shell);
        i++;
        break;
      }
      if (!word.startsWith('-') || word === '-') break;
      const module = spec.language === 'perl' ? /^-[Mm](\S+)/.exec(word)?.[1] : undefined;
      if (module !== undefined) modules.push(`use ${module.replace('=', ' ')};`);
      if (spec.settles.test(word)) {
        settled = true;
        if (/^-\w*m$/.test(word) && spec.language === 'python') return pythonModule(argv.slice(i + 1), call, shell);
        continue;
      }
      if (spec.inPlace?.test(word) === true) inPlace = true;
      const inline = spec.inline.exec(word);
      if (inline !== null) {
        const attached = inline[1];
        texts.push(attached !== undefined && attached !== '' ? attached : (argv[++i] ?? HOLE));
        // What follows python -c and node -e are the program's own arguments.
        if (spec.language === 'python' || spec.language === 'php') {
          i++;
          break;
        }
        continue;
      }
      if (spec.takes.test(word)) {
        if (/^(?:-r|--require|--import|--loader|--preload)$/.test(word) && argv[i + 1] !== undefined) preload(argv[i + 1] ?? '', spec, call, shell);
        i++;
      } else if (/^--(?:require|import|loader)=/.test(word)) preload(word.slice(word.indexOf('=') + 1), spec, call, shell);
    }
    const operands = argv.slice(i);
    if (texts.length > 0) {
      if (call.taint.fetched) shell.add({ kind: 'download-run', words: call.words });
      shell.runCode(spec.language, [...modules, ...texts].join('\n'), call, ['-c', ...operands]);
      for (const path of operands) if (inPlace) shell.touch('write', path, call);
      else if (/[/.~]/.test(path)) shell.touch('read', path, call);
      return { out: { text: HOLE, fetched: call.stdin.fetched, secret: call.stdin.secret, from: 'nowhere' } };
    }
    if (settled) return {};
    const [script, ...args] = operands;
    if (script === undefined || script === '-' || script === '/dev/stdin') return programOnStdin(spec.language, args, call, shell);
    return scriptFile(spec.language, script, operands, call, shell);
  };
}

function preload(path: Text, spec: Interpreter, call: Call, shell: Shell): void {
  if (/^data:text\/javascript,/.test(path)) shell.runCode(spec.language, decodeURIComponentSafe(path.slice(path.indexOf(',') + 1)), call);
  else if (/[/.]/.test(path)) scriptFile(spec.language, path, [path], call, shell);
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function programOnStdin(language: string, args: readonly Text[], call: Call, shell: Shell): Outcome {
  const { stdin } = call;
  // Text that stands in the command is code like any other, and judged as code: `echo 'print(1)' | python3`.
  const literal = isKnown(stdin.text) && stdin.text.trim() !== '' && !stdin.fetched && stdin.decoded !== true;
  if (stdin.from === 'pipe' && !literal) shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: stdin.fetched });
  else if (stdin.fetched) shell.add({ kind: 'download-run', words: call.words });
  if (stdin.from !== 'nowhere' && stdin.text !== '') shell.runCode(language, stdin.text, call, ['-', ...args]);
  return {};
}

function scriptFile(language: string, path: Text, args: readonly Text[], call: Call, shell: Shell): Outcome {
  if (/^https?:\/\//i.test(path)) {
    shell.add({ kind: 'download-run', words: call.words });
    return {};
  }
  const stream = shell.processStream(path);
  if (stream !== null) {
    if (stream.fetched) shell.add({ kind: 'download-run', words: call.words });
    shell.runCode(language, stream.text, call, args);
    return {};
  }
  const content = shell.runFile(path, call);
  if (content !== null) shell.runCode(language, content, call, args);
  return {};
}

/** Modules of Python's own library that write where they are told. */
function pythonModule(words: readonly Text[], call: Call, shell: Shell): Outcome {
  const [module, ...args] = words;
  const at = (flags: readonly string[]): Text | undefined => {
    const found = args.findIndex((word) => flags.includes(word));
    return found < 0 ? undefined : args[found + 1];
  };
  if (module === 'venv' || module === 'virtualenv') for (const path of args) if (!path.startsWith('-')) shell.touch('write', path, call);
  if (module === 'timeit') for (const text of args) if (!text.startsWith('-')) shell.runCode('python', text, call);
  if (module === 'zipfile' || module === 'tarfile') {
    const list = args.findIndex((word) => /^(?:-e|--extract)$/.test(word));
    if (list >= 0) shell.touch('write', `${args[list + 2] ?? '.'}/\uE001`, call);
    const create = at(['-c', '--create']);
    if (create !== undefined) shell.touch('write', create, call);
  }
  for (const path of args) if (!path.startsWith('-') && shell.secretOf(shell.locate(path, call)) !== null) shell.touch('read', path, call);
  if (module === 'shutil' || module === 'os') shell.touch('write', args.at(-1) ?? HOLE, call);
  return { out: { text: HOLE, fetched: call.stdin.fetched, secret: call.stdin.secret, from: 'nowhere' } };
}

function osascript(call: Call, shell: Shell): Outcome | undefined {
  const scripts: Text[] = [];
  const operands: Text[] = [];
  let jxa = false;
  for (let i = 1; i < call.argv.length; i++) {
    const word = call.argv[i] ?? '';
    if (word === '-e') scripts.push(call.argv[++i] ?? '');
    else if (word === '-l') jxa = /javascript/i.test(call.argv[++i] ?? '');
    else if (!word.startsWith('-')) operands.push(word);
  }
  const language = jxa ? 'javascript' : 'osascript';
  if (scripts.length > 0) shell.runCode(language, scripts.join('\n'), call);
  else if (operands[0] !== undefined) return scriptFile(language, operands[0], operands, call, shell);
  else return programOnStdin(language, [], call, shell);
  return {};
}

/** `-e` of `expect`, `tclsh` and `screen -X` are rare; what matters is text that names `rm` and kin. */
function expect(call: Call, shell: Shell): Outcome | undefined {
  const at = call.argv.indexOf('-c');
  const text = at > 0 ? call.argv[at + 1] : undefined;
  for (const match of (text ?? '').matchAll(/\b(?:spawn|exec|system)\s+([^;\n]+)/g)) shell.runText(match[1] ?? '', call);
  return {};
}

/** Terminal multiplexers run the words that they are given, or type them. */
function multiplexer(call: Call, shell: Shell): Outcome | undefined {
  const verb = call.argv.findIndex((word) => /^(?:new|new-session|new-window|neww|split-window|splitw|respawn-pane|run-shell|run|send-keys|send|pipe-pane|if-shell)$/.test(word));
  if (verb > 0) {
    const rest: Text[] = [];
    for (let i = verb + 1; i < call.argv.length; i++) {
      const word = call.argv[i] ?? '';
      if (/^-[tsncexyFL]$/.test(word)) i++;
      else if (!word.startsWith('-') && !/^(?:C-m|Enter|C-c|C-d|Escape)$/.test(word)) rest.push(word);
    }
    for (const text of rest) if (isKnown(text)) shell.runText(text, call);
    if (rest.length > 1) shell.runText(rest.join(' '), call);
  } else if (call.name === 'screen') {
    const at = call.argv.findIndex((word, i) => i > 0 && !word.startsWith('-') && !/^-[SXpmc]$/.test(call.argv[i - 1] ?? ''));
    const stuff = call.argv.indexOf('stuff');
    if (stuff > 0) shell.runText(call.argv[stuff + 1] ?? '', call);
    else if (at > 0) shell.runArgv(call.argv.slice(at), call);
  }
  return {};
}

export function interpreterHandlers(): Readonly<Record<string, Handler>> {
  return {
    python: interpreter(PYTHON),
    pypy: interpreter(PYTHON),
    pypy3: interpreter(PYTHON),
    ipython(call, shell) {
      for (const text of [...call.argv.slice(1), call.stdin.from === 'nowhere' ? '' : call.stdin.text]) notebookText(text, call, shell);
      return interpreter(PYTHON)(call, shell);
    },
    node: interpreter(NODE),
    nodejs: interpreter(NODE),
    tsx: interpreter(NODE),
    'ts-node': interpreter(NODE),
    ruby: interpreter(RUBY),
    jruby: interpreter(RUBY),
    perl: interpreter(PERL),
    php: interpreter(PHP),
    lua: interpreter(LUA),
    luajit: interpreter(LUA),
    rscript: interpreter(R),
    r: interpreter(R),
    julia: interpreter(JULIA),
    deno: interpreter(DENO),
    bun: interpreter(BUN),
    tclsh: interpreter(TCL),
    osascript,
    expect,
    tmux: multiplexer,
    screen: multiplexer,
  };
}

/** Names after a shebang to the language that they read. */
export function scriptLanguages(): ReadonlyMap<string, string> {
  return new Map([
    ...['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'fish'].map((name): [string, string] => [name, 'sh']),
    ...['python', 'python3', 'pypy', 'node', 'deno', 'bun', 'tsx', 'ruby', 'perl', 'php', 'lua', 'rscript', 'julia', 'awk', 'osascript'].map((name): [string, string] => [name, name]),
  ]);
}
