// What git does besides history: writes at places that it is told, runs commands that it is told.
import type { Call, Outcome, Shell } from '../shell/call.ts';
import { STAR, type Text } from '../values.ts';
import { withFile, withFolder, type World } from '../shell/world.ts';
import { has, lastOf, readOptions, valuesOf } from './options.ts';

export interface GitCall {
  /** The subcommand, aliases of this command line resolved; null when there is none. */
  readonly verb: string | null;
  /** `argv[0]` is the subcommand. */
  readonly argv: readonly Text[];
  /** Where it works: `-C` followed. */
  readonly cwd: Text | null;
  /** `-c name=value`. */
  readonly config: ReadonlyMap<string, Text>;
  /** `--git-dir`, `--work-tree`. */
  readonly elsewhere: readonly Text[];
}

const GLOBAL_VALUES = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--super-prefix', '--config-env', '--attr-source']);

/** Splits git's own options from the subcommand's. */
export function gitCall(argv: readonly Text[], cwd: Text | null, locate: (text: Text, cwd: Text | null) => Text | null): GitCall {
  let folder = cwd;
  const config = new Map<string, Text>();
  const elsewhere: Text[] = [];
  let i = 1;
  for (; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (!word.startsWith('-')) break;
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = equals > 0 ? word.slice(0, equals) : word;
    if (!GLOBAL_VALUES.has(name)) continue;
    const value = equals > 0 ? word.slice(equals + 1) : (argv[++i] ?? '');
    if (name === '-C') folder = locate(value, folder);
    else if (name === '-c') config.set(value.split('=')[0]?.toLowerCase() ?? '', value.slice(value.indexOf('=') + 1));
    else if (name === '--git-dir' || name === '--work-tree') elsewhere.push(value);
  }
  return { verb: argv[i] ?? null, argv: argv.slice(i), cwd: folder, config, elsewhere };
}

/** Settings that name a program. */
const PROGRAM_SETTINGS = /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|askpass|gitproxy|hookspath)|(?:pager|alias)\..+|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver|mergetool\..+\.cmd|difftool\..+\.cmd|filter\..+\.(?:clean|smudge|process)|credential(?:\..+)?\.helper|gpg\.program|interactive\.difffilter|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack))$/;

/** Programs that a setting may well name. */
const ORDINARY_PROGRAM = /^(?:$|true$|false$|cat$|less\b|more$|delta\b|diff-so-fancy\b|ssh\b(?!.*ProxyCommand)|osxkeychain$|store$|cache\b|manager(?:-core)?$|libsecret$|vi$|vim$|nvim$|nano$|emacs\b|code\b|:$|git-lfs\b|gpg2?$|!gh auth git-credential$|\/dev\/null$|!?\/?\S*\/gh auth git-credential$)/;

function programSetting(name: string, value: Text, call: Call, shell: Shell): void {
  if (!PROGRAM_SETTINGS.test(name)) return;
  if (name.startsWith('alias.')) {
    if (value.startsWith('!')) shell.runText(value.slice(1), call);
    else if (value !== '') shell.runText(`git ${value}`, call);
    return;
  }
  if (name === 'core.hookspath') {
    if (value !== '/dev/null' && value !== '') shell.touch('read', value, call);
    return;
  }
  if (!ORDINARY_PROGRAM.test(value)) shell.runText(value.replace(/^!/, ''), call);
}

/** Variables that make git run a program: judged as that program; a script of unknown content is refused. */
function programVariables(call: Call, shell: Shell): void {
  for (const name of ['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_PAGER', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'GIT_EXTERNAL_DIFF', 'GIT_PROXY_COMMAND', 'GIT_ASKPASS', 'EDITOR', 'VISUAL', 'PAGER']) {
    const value = call.env.get(name);
    if (value !== undefined && !ORDINARY_PROGRAM.test(value)) shell.runText(value, call);
  }
  for (const [name, value] of call.env) {
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (index !== undefined) programSetting(value.toLowerCase(), call.env.get(`GIT_CONFIG_VALUE_${index}`) ?? '', call, shell);
    if (name === 'GIT_CONFIG_PARAMETERS') for (const match of value.matchAll(/'?([\w.-]+)'?='?([^']*)'?/g)) programSetting((match[1] ?? '').toLowerCase(), match[2] ?? '', call, shell);
  }
}

/** No path: under it stands that this command put a secret into git's index. */
const STAGED = '\u0000staged';

export function git(call: Call, shell: Shell): Outcome | undefined {
  const parsed = gitCall(call.argv, call.world.cwd, (text, cwd) => shell.locate(text, { ...call, world: { ...call.world, cwd } }).path);
  for (const [name, value] of parsed.config) if (!name.startsWith('alias.')) programSetting(name, value, call, shell);
  programVariables(call, shell);
  const world: World = parsed.cwd === call.world.cwd ? call.world : withFolder(call.world, parsed.cwd);
  const here: Call = { ...call, world };
  const { verb, argv } = parsed;
  if (verb === null) return {};
  const alias = parsed.config.get(`alias.${verb.toLowerCase()}`) ?? configuredAlias(call, verb);
  if (alias !== undefined) {
    const rest = argv.slice(1).map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    shell.runText(alias.startsWith('!') ? `${alias.slice(1)} ${rest}` : `git ${alias} ${rest}`, here);
    return {};
  }
  switch (verb) {
    case 'add': {
      const secret = readOptions(argv).operands.map((word) => shell.secretOf(shell.locate(word, here))).find((name) => name !== null);
      return secret === undefined ? undefined : { worlds: [withFile(call.world, STAGED, { content: null, downloaded: false, secret: secret ?? null })] };
    }
    case 'clone': {
      const options = readOptions(argv, { values: 'bocuj', longValues: ['branch', 'origin', 'config', 'upload-pack', 'depth', 'reference', 'separate-git-dir', 'template', 'jobs', 'filter', 'shallow-since'] });
      for (const each of valuesOf(options, 'c', 'config')) programSetting((each.split('=')[0] ?? '').toLowerCase(), each.slice(each.indexOf('=') + 1), here, shell);
      for (const program of valuesOf(options, 'u', 'upload-pack')) shell.runText(program, here);
      const [url, folder] = options.operands;
      if (url !== undefined && /^ext::/.test(url)) shell.runText(url.slice(5), here);
      if (url !== undefined) shell.touch('write', folder ?? (url.replace(/[/:]+$/, '').replace(/\.git$/, '').split(/[/:]/).at(-1) || '.'), here);
      for (const path of valuesOf(options, 'separate-git-dir')) shell.touch('write', path, here);
      return {};
    }
    case 'init': {
      const [folder] = readOptions(argv, { values: 'b', longValues: ['initial-branch', 'template', 'separate-git-dir', 'object-format'] }).operands;
      shell.touch('write', `${folder ?? '.'}/${STAR}`, here);
      return {};
    }
    case 'worktree': {
      const options = readOptions(argv.slice(1), { values: 'bB', longValues: ['reason'] });
      if (argv[1] === 'add' && options.operands[0] !== undefined) shell.touch('write', options.operands[0], here);
      if (argv[1] === 'move' && options.operands[1] !== undefined) shell.touch('write', options.operands[1], here);
      return {};
    }
    case 'archive':
    case 'format-patch':
    case 'diff':
    case 'log':
    case 'show':
    case 'shortlog': {
      const options = readOptions(argv, verb === 'archive' || verb === 'format-patch' ? { values: 'o', longValues: ['output', 'output-directory', 'format', 'prefix'] } : { longValues: ['output', 'ext-diff'] });
      for (const path of valuesOf(options, 'o', 'output', 'output-directory')) shell.touch('write', path, here);
      readsContent(argv, options.operands, here, shell);
      return undefined;
    }
    case 'stash':
      if (argv[1] === 'show') readsContent(argv.slice(1), argv.slice(2), here, shell);
      return undefined;
    case 'blame':
    case 'annotate':
    case 'cat-file':
    case 'grep':
      if (verb === 'grep') for (const word of argv) {
        const pager = /^(?:-O|--open-files-in-pager=)(.+)$/s.exec(word)?.[1];
        if (pager !== undefined) shell.runText(pager, here);
      }
      readsContent(argv, readOptions(argv, { values: 'LeSfCMmABO' }).operands, here, shell);
      return undefined;
    case 'bundle': {
      if (argv[1] === 'create' && argv[2] !== undefined) shell.touch('write', argv[2], here);
      return {};
    }
    case 'submodule': {
      const at = argv.indexOf('foreach');
      if (at > 0) shell.runText(argv.slice(at + 1).filter((word) => word !== '--recursive' && word !== '-q' && word !== '--quiet').join(' '), here);
      return {};
    }
    case 'bisect':
      if (argv[1] === 'run') shell.runArgv(argv.slice(2), here);
      return {};
    case 'rebase':
      for (const text of valuesOf(readOptions(argv, { values: 'xsX', longValues: ['exec', 'onto', 'strategy'] }), 'x', 'exec')) shell.runText(text, here);
      return {};
    case 'filter-branch':
      for (const text of valuesOf(readOptions(argv, { longValues: ['tree-filter', 'index-filter', 'msg-filter', 'env-filter', 'commit-filter', 'parent-filter', 'tag-name-filter', 'setup'] }), 'tree-filter', 'index-filter', 'env-filter', 'setup')) shell.runText(text, here);
      return {};
    case 'difftool':
    case 'mergetool':
      for (const text of valuesOf(readOptions(argv, { values: 'xt', longValues: ['extcmd', 'tool'] }), 'x', 'extcmd')) shell.runText(text, here);
      return {};
    case 'fetch':
    case 'pull':
    case 'push':
    case 'ls-remote':
    case 'remote': {
      const staged = verb === 'push' ? call.world.files.get(STAGED) : undefined;
      if (staged?.secret !== undefined && staged.secret !== null) shell.add({ kind: 'send', words: call.words, secret: staged.secret });
      for (const text of valuesOf(readOptions(argv, { longValues: ['upload-pack', 'receive-pack', 'exec'] }), 'upload-pack', 'receive-pack', 'exec')) if (!/^git-(?:upload|receive)-pack$/.test(text)) shell.runText(text, here);
      for (const word of argv) if (word.startsWith('ext::')) shell.runText(word.slice(5), here);
      return { out: { text: '\uE000', fetched: false, secret: null, from: 'nowhere' } };
    }
    case 'config': {
      const options = readOptions(argv, { values: 'ft', longValues: ['file', 'blob', 'type', 'default'] });
      const operands = options.operands.filter((word, i) => !(i === 0 && /^(?:set|get|list|unset|edit)$/.test(word)));
      const [name, value] = operands;
      const file = lastOf(options, 'f', 'file');
      if (name !== undefined && value !== undefined && !has(options, 'get', 'unset', 'get-all')) {
        if (file !== undefined) shell.touch('write', file, here);
        if (/^core\.hookspath$/i.test(name) || (PROGRAM_SETTINGS.test(name.toLowerCase()) && !ORDINARY_PROGRAM.test(value) && !name.toLowerCase().startsWith('alias.'))) shell.add({ kind: 'persistence', words: call.words });
        else programSetting(name.toLowerCase(), value, here, shell);
        if (/^alias\./i.test(name) && value.startsWith('!')) shell.runText(value.slice(1), here);
      }
      return {};
    }
    case 'credential':
    case 'credential-store':
    case 'credential-osxkeychain':
    case 'credential-cache':
      if (argv.includes('fill') || argv.includes('get')) shell.add({ kind: 'secret-print', words: call.words });
      return {};
    case 'rev-parse':
      if (argv.includes('--show-toplevel') || argv.includes('--show-cdup')) return { out: { text: `${shell.root ?? '\uE000'}\n`, fetched: false, secret: null, from: 'nowhere' } };
      if (argv.includes('--git-dir') || argv.includes('--absolute-git-dir') || argv.includes('--git-common-dir')) return { out: { text: `${shell.root ?? '\uE000'}/.git\n`, fetched: false, secret: null, from: 'nowhere' } };
      return undefined;
    case 'ls-files':
    case 'ls-tree':
      return { out: { text: `${readOptions(argv, { values: 'xX', longValues: ['exclude', 'format'] }).operands.filter((word) => verb === 'ls-files' && word.includes('..')).map((word) => `${word}/${STAR}\n`).join('')}${STAR}\n`, fetched: false, secret: null, from: 'nowhere' } };
    default:
      return undefined;
  }
}

function configuredAlias(call: Call, verb: string): Text | undefined {
  for (const [name, value] of call.env) {
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (index !== undefined && value.toLowerCase() === `alias.${verb.toLowerCase()}`) return call.env.get(`GIT_CONFIG_VALUE_${index}`);
  }
  return undefined;
}

/** `git show HEAD:.env`, `git diff -- .env`: content of that file reaches the output. */
function readsContent(argv: readonly Text[], operands: readonly Text[], call: Call, shell: Shell): void {
  const [verb = ''] = argv;
  if (argv.some((word) => /^--(?:stat|name-only|name-status|shortstat|numstat|quiet|check|summary|oneline)$/.test(word)) || (verb === 'log' && !argv.some((word) => /^(?:-p|-u|--patch|-L.*|-S.*|-G.*)$/.test(word)))) return;
  if (verb === 'archive' || verb === 'format-patch' || verb === 'shortlog') return;
  const list = verb === 'grep' ? operands.slice(1) : operands;
  for (const word of list) {
    const path = word.includes(':') ? word.slice(word.lastIndexOf(':') + 1) : word;
    const place = shell.locate(path, call);
    if (shell.secretOf(place) !== null) shell.touch('read', path, call);
  }
}
