// Programs that run commands which stand in their own language: makefiles, database shells, debuggers, editors.
import { readForeign } from '../interpreters/foreign.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { HOLE, type Text } from '../values.ts';
import { lastOf, readOptions, valuesOf } from './options.ts';
import { wrapper } from './wrappers.ts';

const STDIN = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

function given(call: Call): Text {
  return call.stdin.from === 'nowhere' ? '' : call.stdin.text;
}

/** What this command put into the first of the files that it knows. */
function contentOfAny(paths: readonly Text[], call: Call, shell: Shell): Text {
  for (const path of paths) {
    if (STDIN.test(path)) return given(call);
    const content = shell.contentOf(path, call)?.content;
    if (content !== undefined && content !== null) return content;
  }
  return '';
}

/**
 * The recipes of a makefile or justfile that the goals reach (without goals the first; with a goal that is not there all
 * of them). Variables are filled in where they are known.
 */
function runRecipes(text: Text, goals: readonly Text[], call: Call, shell: Shell): void {
  const vars = new Map<string, string>();
  const rules = new Map<string, { readonly needs: readonly string[]; readonly recipes: string[] }>();
  let open: string[][] = [];
  let first: string | null = null;
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const set = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*(?::|\?|\+)?=\s*(.*)$/.exec(line);
    if (set !== null) vars.set(set[1] ?? '', set[2] ?? '');
    const recipe = /^[ \t]+(.*)$/.exec(line)?.[1] ?? /^[^\s#:=][^:=]*:[^=;]*;(.*)$/.exec(line)?.[1];
    const head = /^([^\s#:=][^:=]*?)(?:\s+[^:=]*)?:(?![=:])([^=;]*)/.exec(line);
    if (head !== null && set === null) {
      const names = line.slice(0, line.indexOf(':')).trim().split(/\s+/);
      if (!names[0]?.startsWith('.')) first ??= names[0] ?? null;
      open = names.map((name) => {
        const rule = rules.get(name) ?? { needs: (head[2] ?? '').trim().split(/\s+/), recipes: [] };
        rules.set(name, rule);
        return rule.recipes;
      });
    }
    if (recipe === undefined || recipe.trim() === '') continue;
    const filled = recipe.replace(/^\s*[@+-]+/, '').replace(/\$\((\w+)\)|\$\{(\w+)\}|\{\{\s*(\w+)\s*\}\}/g, (_, a?: string, b?: string, c?: string) => vars.get(a ?? b ?? c ?? '') ?? 'x').replaceAll('$$', '$');
    for (const recipes of open) recipes.push(filled);
  }
  const reached = new Set<string>(goals.length > 0 ? goals : first === null ? [] : [first]);
  const every = [...reached].some((goal) => !rules.has(goal));
  for (const name of reached) for (const need of rules.get(name)?.needs ?? []) if (need !== '') reached.add(need);
  for (const [name, rule] of rules) if (every || reached.has(name)) for (const recipe of rule.recipes) shell.runText(recipe, call);
}

function make(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'fCIoWE', longValues: ['file', 'makefile', 'eval', 'directory', 'include-dir'] });
  if (call.argv.includes('-n') || call.argv.includes('--dry-run')) return undefined;
  const files = valuesOf(options, 'f', 'file', 'makefile');
  const goals = options.operands.filter((word) => !word.includes('='));
  runRecipes([contentOfAny(files.length > 0 ? files : ['GNUmakefile', 'makefile', 'Makefile'], call, shell), ...valuesOf(options, 'eval', 'E')].join('\n'), goals, call, shell);
  return undefined;
}

function just(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'fd', longValues: ['justfile', 'working-directory'] });
  const file = lastOf(options, 'f', 'justfile');
  runRecipes(contentOfAny(file === undefined ? ['justfile', 'Justfile', '.justfile'] : [file], call, shell), options.operands.slice(0, 1), call, shell);
  return undefined;
}

/** Database shells: what leaves SQL. */
function sqlShell(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: call.name === 'sqlite3' || call.name === 'duckdb' ? 'c' : 'cefhpUdDPvu', longValues: ['command', 'execute', 'file', 'cmd', 'host', 'port', 'user', 'database'], singleDash: call.name === 'sqlite3' });
  const plain = call.name === 'sqlite3' || call.name === 'duckdb';
  const texts = [...valuesOf(options, 'c', 'command', 'e', 'execute', 'cmd'), ...(plain ? options.operands.slice(1) : []), given(call)];
  for (const text of texts) {
    for (const match of text.matchAll(/(?:^|\n|;)\s*(?:\.(?:shell|system)|\\!|system)\s*([^\n]+)/g)) shell.runText(match[1] ?? '', call);
    for (const match of text.matchAll(/(?:^|\n)\s*(?:\.(?:output|once|backup|save|clone|log)(?:\s+main)?|\\(?:o|g|T|w))\s+['"]?([^\s'"]+)/g)) if (!/^(?:stdout|stderr|off|\|.*)$/.test(match[1] ?? '')) shell.touch('write', match[1] ?? '', call);
    if (call.name === 'psql' || plain) for (const match of text.matchAll(/(?:\\copy\b[^;\n]*?\bto|^\s*copy\b[^;\n]*?\bto|\bvacuum\s+into|\bexport\s+database)\s+'([^']+)'/gi)) if (plain || /\\copy/i.test(match[0])) shell.touch('write', match[1] ?? '', call);
  }
  const [database] = options.operands;
  if (plain && database !== undefined) shell.touch(texts.some((text) => /(?:^|;)\s*(?:create|insert|update|delete|drop|alter|replace)\b/i.test(text)) ? 'write' : 'read', database, call);
  return undefined;
}

function debuggers(call: Call, shell: Shell): Outcome | undefined {
  call.argv.forEach((word, i) => {
    if (!/^--?(?:ex|iex|eval-command|init-eval-command|o|O|one-line|one-line-before-file)$/.test(word)) return;
    const text = call.argv[i + 1] ?? '';
    const command = /^(?:shell|!|platform shell|make)\s*(.+)$/s.exec(text)?.[1];
    if (command !== undefined) shell.runText(command, call);
    const python = /^(?:python|py|script)\s+(.+)$/s.exec(text)?.[1];
    if (python !== undefined) shell.runCode('python', python, call);
  });
  return undefined;
}

/** Program text behind one of these options, on standard input, or in a file that this command wrote. */
function foreign(options: RegExp, verb?: string): Handler {
  return (call, shell) => {
    let settled = false;
    for (let i = 1; i < call.argv.length; i++) {
      const word = call.argv[i] ?? '';
      const attached = /^--?[\w-]+=(.*)$/s.exec(word);
      if (options.test(word.replace(/=.*$/s, ''))) readForeign(attached?.[1] ?? call.argv[++i] ?? '', call, shell);
      else if (STDIN.test(word)) settled = false;
      else if (!word.startsWith('-') && word !== verb) {
        settled = true;
        const content = shell.contentOf(word, call)?.content;
        if (content !== undefined && content !== null) readForeign(content, call, shell);
      }
    }
    if (!settled) readForeign(given(call), call, shell);
    return undefined;
  };
}

function nix(call: Call, shell: Shell): Outcome | undefined {
  const { argv } = call;
  const at = argv[1] === 'run' ? -1 : argv.findIndex((word) => /^(?:-c|--command|--run)$/.test(word));
  if (call.name === 'nix-shell') return at < 0 ? undefined : shell.runText(argv[at + 1] ?? '', call);
  if (at > 0) return shell.runArgv(argv.slice(at + 1), call);
  const dashes = argv.indexOf('--');
  const name = argv.slice(2).find((word) => !word.startsWith('-'))?.replace(/^.*[#\uE000]/, '');
  return argv[1] === 'run' && dashes > 0 && name !== undefined ? shell.runArgv([name, ...argv.slice(dashes + 1)], call) : undefined;
}

export function carrierHandlers(): Readonly<Record<string, Handler>> {
  return {
    'ssh-agent': wrapper({ values: 'atEOP' }),
    'systemd-run': wrapper({ values: 'pMGuEtH', longValues: ['unit', 'property', 'description', 'slice', 'uid', 'gid', 'setenv', 'working-directory', 'on-calendar', 'on-active', 'on-boot', 'machine', 'host', 'nice'] }),
    shx: wrapper(),
    devbox(call, shell) {
      return call.argv[1] === 'run' ? shell.runArgv(call.argv.slice(2).filter((word, i) => i > 0 || word !== '--'), call) : undefined;
    },
    nix,
    'nix-shell': nix,
    make,
    gmake: make,
    just,
    sqlite3: sqlShell,
    duckdb: sqlShell,
    psql: sqlShell,
    mysql: sqlShell,
    mariadb: sqlShell,
    gdb: debuggers,
    lldb: debuggers,
    m4(call, shell) {
      for (const match of given(call).matchAll(/\be?syscmd\([`"]?([^)'"]*)/g)) shell.runText(match[1] ?? '', call);
      return undefined;
    },
    jupyter(call, shell) {
      if (call.argv[1] === 'run' || call.argv[1] === 'console') notebookText(given(call), call, shell);
      return undefined;
    },
    zx(call, shell) {
      const { operands } = readOptions(call.argv, { longValues: ['shell', 'cwd', 'prefix'] });
      for (const text of [...valuesOf(readOptions(call.argv, { values: 'e', longValues: ['eval'] }), 'e', 'eval'), given(call), contentOfAny(operands, call, shell)]) if (text !== '') shell.runCode('javascript', text, call);
      return undefined;
    },
    rake(call, shell) {
      const text = contentOfAny(['Rakefile', 'rakefile', 'Rakefile.rb'], call, shell);
      if (text !== '') shell.runCode('ruby', text, call);
      return undefined;
    },
    gradle(call, shell) {
      readForeign(contentOfAny(['build.gradle', 'build.gradle.kts'], call, shell).replace(/'/g, '"'), call, shell);
      return undefined;
    },
    man(call, shell) {
      const pager = lastOf(readOptions(call.argv, { values: 'PMSCL', longValues: ['pager'] }), 'P', 'pager');
      return pager === undefined ? undefined : shell.runText(pager, call);
    },
    emacs(call, shell) {
      for (const word of readOptions(call.argv, { values: 'lf', longValues: ['eval', 'load', 'funcall', 'execute'] }).operands) shell.touch('read', word, call);
      return foreign(/^--?(?:eval|execute)$/)(call, shell);
    },
    go: foreign(/^$/, 'run'),
    swift: foreign(/^-e$/),
    elixir: foreign(/^(?:-e|--eval|--rpc-eval)$/),
    groovy: foreign(/^-e$/),
    scala: foreign(/^-e$/),
    guile: foreign(/^-c$/),
    sbcl: foreign(/^--eval$/),
    clojure: foreign(/^-e$/),
    kotlin: foreign(/^-e$/),
  };
}

/** Lines with `!` in notebook text are shell commands. */
export function notebookText(text: Text, call: Call, shell: Shell): void {
  for (const match of text.matchAll(/(?:^|\n)\s*[!]([^\n]+)/g)) shell.runText(match[1] ?? HOLE, call);
}
