// What library calls do to files and processes, by the last part of their name. Languages share most names;
// where they differ the receiver or the language decides.
import type { Call, Shell } from '../shell/call.ts';
import { withFile, withFolder } from '../shell/world.ts';
import { HOLE, isKnown, type Text } from '../values.ts';
import { asText, asTexts, belowText, type CodeCall, textValue, type Value } from './value.ts';
import type { Language } from './tokens.ts';

export interface ApiUse {
  readonly code: CodeCall;
  readonly language: Language;
  readonly shell: Shell;
  /** Replaced when the code changes its folder or environment. */
  readonly state: { call: Call };
  readonly last: string;
  readonly source: string;
}

type Api = (use: ApiUse) => Value | undefined;

function arg(use: ApiUse, index: number, ...names: readonly string[]): readonly Text[] {
  for (const name of names) {
    const named = use.code.named.get(name);
    if (named !== undefined) return asTexts(named);
  }
  return asTexts(use.code.args[index]);
}

function owner(use: ApiUse): string {
  return use.code.name.slice(0, Math.max(0, use.code.name.lastIndexOf('.')));
}

/** `fs`, `fsp`, `fs.promises`, `require('fs')` and what people call them. */
const FS = /(?:^|\.)(?:fs|fsp|fse|fsExtra|fs_extra|fs-extra|fs\/promises|promises|graceful-fs|node_fs)$/i;

function touchAll(use: ApiUse, act: 'delete' | 'write' | 'read', paths: readonly Text[], metadataOnly = false): undefined {
  for (const path of paths) use.shell.touch(act, path, use.state.call, { follow: act !== 'delete', metadataOnly });
  return undefined;
}

/** Paths of a call that takes a receiver or any number of arguments. */
function targets(use: ApiUse): readonly Text[] {
  return use.code.receiver !== null && use.code.args.length === 0 ? asTexts(use.code.receiver) : use.code.args.flatMap(asTexts);
}

function deletesAll(use: ApiUse): Value | undefined {
  return touchAll(use, 'delete', targets(use));
}
function deletesFirst(use: ApiUse): Value | undefined {
  return touchAll(use, 'delete', use.code.receiver !== null && use.code.receiver.kind === 'text' && (use.code.args.length === 0 || /^\./.test(use.code.name)) && !FS.test(owner(use)) ? asTexts(use.code.receiver) : arg(use, 0, 'path', 'name', 'src'));
}

/** Only when the receiver is one of these: `list.remove(x)` is no file call. */
function onlyOf(owners: RegExp, api: Api, bareIn: readonly Language[] = []): Api {
  return (use) =>
    owners.test(owner(use)) || (owner(use) === '' && bareIn.includes(use.language)) ? api(use) : undefined;
}

function writesFirst(use: ApiUse): Value | undefined {
  return touchAll(use, 'write', arg(use, 0, 'path', 'file', 'filename'));
}
function metadataFirst(use: ApiUse): Value | undefined {
  return touchAll(use, 'write', arg(use, 0, 'path'), true);
}
function writesReceiver(use: ApiUse): Value | undefined {
  return use.code.receiver === null ? undefined : touchAll(use, 'write', asTexts(use.code.receiver));
}
function writesAll(use: ApiUse): Value | undefined {
  return touchAll(use, 'write', targets(use));
}

function moves(use: ApiUse): Value | undefined {
  const from = use.code.receiver?.kind === 'text' && use.code.args.length === 1 ? asTexts(use.code.receiver) : arg(use, 0, 'src');
  const to = use.code.receiver?.kind === 'text' && use.code.args.length === 1 ? arg(use, 0) : arg(use, 1, 'dst');
  const place = use.shell.touch('write', to[0] ?? HOLE, use.state.call);
  for (const path of from) use.shell.touch('move', path, use.state.call, { follow: false, to: place });
  return undefined;
}

function copies(use: ApiUse): Value | undefined {
  const to = use.shell.touch('write', arg(use, 1, 'dst')[0] ?? HOLE, use.state.call);
  for (const path of arg(use, 0, 'src')) use.shell.touch('read', path, use.state.call, { to });
  return undefined;
}

function links(use: ApiUse): Value | undefined {
  const to = use.shell.touch('write', arg(use, 1)[0] ?? HOLE, use.state.call, { follow: false });
  for (const path of arg(use, 0)) use.shell.touch('link', path, use.state.call, { to });
  return undefined;
}

/** `open(path, mode)` in all languages; Perl has the mode second or inside the name. */
function opens(use: ApiUse): Value | undefined {
  if (use.language === 'perl') {
    const texts = use.code.args.map(asText);
    const mode = texts.find((text) => /^\s*(?:\+?[<>]{1,2}|\|-|-\|)/.test(text)) ?? '';
    const path = /^\s*(?:\+?[<>]{1,2}(?::\S+)?|\|-|-\|)\s*$/.test(mode) ? (texts[texts.indexOf(mode) + 1] ?? HOLE) : mode.replace(/^\s*\+?[<>]{1,2}\s*/, '');
    // What is printed into a bare shell runs.
    if (texts.some((text) => /^\s*\|/.test(text)) && /^\s*\|?\s*(?:\S*\/)?(?:ba|z|k|da)?sh\s*$/.test(path || (texts.at(-1) ?? ''))) use.shell.add({ kind: 'pipe-to-shell', words: use.state.call.words, fetched: false });
    if (/\|/.test(mode) || texts.some((text) => /\|\s*$|^\s*\|/.test(text))) use.shell.runText((path || texts.at(-1) || '').replace(/^\s*\||\|\s*$/g, ''), use.state.call);
    else if (mode === '' && texts.length > 1) touchAll(use, 'read', texts.slice(-1));
    else if (mode !== '') touchAll(use, mode.includes('>') || mode.includes('+') ? 'write' : 'read', [path]);
    return undefined;
  }
  const receiver = use.code.receiver;
  const isPath = receiver !== null && receiver.kind === 'text';
  const paths = isPath ? asTexts(receiver) : arg(use, 0, 'file', 'path');
  const mode = (isPath ? arg(use, 0, 'mode') : arg(use, 1, 'mode', 'flags'))[0] ?? 'r';
  if (use.language === 'ruby' && /^\|/.test(paths[0] ?? '')) {
    use.shell.runText((paths[0] ?? '').slice(1), use.state.call);
    return undefined;
  }
  const flagged = owner(use) === 'os' && /\bO_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)\b/.test(use.source);
  touchAll(use, flagged || /[wax+]|CREAT|WRONLY|RDWR/.test(mode) && !/^r[bt]?$/.test(mode) ? 'write' : 'read', paths);
  return undefined;
}

function reads(use: ApiUse): Value | undefined {
  touchAll(use, 'read', use.code.receiver?.kind === 'text' && use.code.args.length === 0 ? asTexts(use.code.receiver) : arg(use, 0, 'path'));
  return undefined;
}

/** A command as a string, or as a program with a list of arguments. */
function runs(use: ApiUse): Value | undefined {
  const { code, shell, state } = use;
  const env = state.call;
  const folder = code.named.get('cwd') ?? code.named.get('chdir');
  const world = folder === undefined ? env.world : withFolder(env.world, shell.locate(asText(folder), env).path);
  const inner: Call = { ...env, world };
  const [first, second] = code.args;
  const command = code.named.get('args') ?? first;
  if (command === undefined) return undefined;
  if (command.kind === 'list' && command.any === true) {
    // Values of two parameters of one function belong together.
    const together = second?.kind === 'list' && second.any === true && second.items.length === command.items.length ? second.items : null;
    command.items.forEach((each, i) => runs({ ...use, code: { ...code, args: [each, ...(together?.[i] === undefined ? code.args.slice(1) : [together[i], ...code.args.slice(2)])] } }));
    return undefined;
  }
  if (second?.kind === 'list' && second.any === true) {
    for (const each of second.items) runs({ ...use, code: { ...code, args: [command, each, ...code.args.slice(2)] } });
    return undefined;
  }
  if (command.kind === 'list') {
    const argv = command.items.map(asText);
    const out = code.named.get('shell') !== undefined && asText(code.named.get('shell')) === 'true' && argv.length > 0 ? shell.runText(argv[0] ?? '', inner) : shell.runArgv(argv, inner);
    return textValue(out.out?.text ?? HOLE);
  }
  const program = asText(command);
  if (second?.kind === 'list') return textValue(shell.runArgv([program, ...second.items.map(asText)], inner).out?.text ?? HOLE);
  const rest = code.args.slice(1).filter((value) => value.kind === 'text').map(asText);
  const variadic = (use.language === 'ruby' || use.language === 'perl') && rest.length > 0 && isKnown(program);
  // Ruby's `system({"A"=>"1"}, "cmd")` and Python's `Popen` with other positional arguments fall to the string form.
  const result = variadic ? shell.runArgv([program, ...rest], inner) : shell.runText(program, inner);
  return textValue((result.out?.text ?? HOLE).replace(/\n$/, ''));
}

function execl(use: ApiUse): Value | undefined {
  const [, ...args] = use.code.args.map(asText);
  use.shell.runArgv(args.length > 0 ? args : [asText(use.code.args[0])], use.state.call);
  return undefined;
}

function execv(use: ApiUse): Value | undefined {
  const list = use.code.args[1];
  use.shell.runArgv([asText(use.code.args[0]), ...(list === undefined ? [] : asTexts(list).slice(1))], use.state.call);
  return undefined;
}

function changesFolder(use: ApiUse): Value | undefined {
  const target = arg(use, 0)[0] ?? HOLE;
  use.state.call = { ...use.state.call, world: withFolder(use.state.call.world, use.shell.locate(target, use.state.call).path) };
  return undefined;
}

function downloads(use: ApiUse): Value | undefined {
  const path = arg(use, 1, 'filename')[0];
  if (path === undefined) return undefined;
  const place = use.shell.touch('write', path, use.state.call);
  if (place.path !== null) use.state.call = { ...use.state.call, world: withFile(use.state.call.world, place.path, { content: null, downloaded: true, secret: null }) };
  return undefined;
}

/** `eval('…')` and `exec('…')` of text in the same language. */
function evaluates(use: ApiUse): Value | undefined {
  const text = asText(use.code.args[0]);
  if (use.language === 'perl' || use.language === 'php' || use.language === 'ruby' || use.language === 'javascript' || use.language === 'python') if (isKnown(text) && text.length > 0) use.shell.runCode(use.language, text, use.state.call);
  return undefined;
}

function nodeFs(): [string, Api][] {
  return ['', 'Sync'].flatMap((suffix): [string, Api][] => [
    [`unlink${suffix}`, suffix === '' ? deletesFirst : deletesAll],
    [`rmdir${suffix}`, deletesFirst],
    [`remove${suffix}`, suffix === '' ? onlyOf(/(?:^|\.)(?:os|fse|fs|fs-extra|fsExtra|Deno|FileUtils|File|shutil)$/, deletesFirst, ['lua']) : deletesFirst],
    [`emptyDir${suffix}`, (use) => touchAll(use, 'delete', arg(use, 0).map(belowText))],
    [`writeFile${suffix}`, writesFirst],
    [`writeTextFile${suffix}`, writesFirst],
    [`outputFile${suffix}`, writesFirst],
    [`outputJson${suffix}`, writesFirst],
    [`writeJson${suffix}`, writesFirst],
    [`appendFile${suffix}`, writesFirst],
    [`truncate${suffix}`, (use) => (use.code.receiver?.kind === 'text' ? undefined : writesFirst(use))],
    [`mkdir${suffix}`, (use) => (use.code.receiver?.kind === 'text' && /^\./.test(use.code.name) ? writesReceiver(use) : writesFirst(use))],
    [`mkdtemp${suffix}`, () => undefined],
    [`rename${suffix}`, (use) => (/rename_|\.columns/.test(use.code.name) ? undefined : moves(use))],
    [`copyFile${suffix}`, copies],
    [`cp${suffix}`, suffix === '' ? onlyOf(/(?:^|\.)(?:fs|fsp|promises|FileUtils)$/, copies) : copies],
    [`symlink${suffix}`, links],
    [`link${suffix}`, suffix === '' ? onlyOf(/(?:^|\.)(?:os|fs|fsp|promises|File)$/, links, ['perl', 'php']) : links],
    [`chmod${suffix}`, (use) => (use.code.receiver?.kind === 'text' ? touchAll(use, 'write', asTexts(use.code.receiver), true) : use.language === 'ruby' || use.language === 'perl' ? touchAll(use, 'write', use.code.args.slice(1).flatMap(asTexts), true) : metadataFirst(use))],
    [`chown${suffix}`, (use) => (use.language === 'ruby' || use.language === 'perl' ? touchAll(use, 'write', use.code.args.slice(2).flatMap(asTexts), true) : metadataFirst(use))],
    [`readFile${suffix}`, reads],
    [`readTextFile${suffix}`, reads],
    [`exec${suffix}`, (use) => (use.language === 'python' && owner(use) === '' ? evaluates(use) : use.language === 'javascript' && use.code.receiver !== null ? undefined : runs(use))],
    [`execFile${suffix}`, runs],
    [`spawn${suffix}`, (use) => (use.language === 'python' && /pty|pexpect/.test(owner(use)) ? runs(use) : runs(use))],
    [`rm${suffix}`, suffix === '' ? onlyOf(/(?:^|\.)(?:fs|fsp|fse|promises|FileUtils|shell|sh|shelljs|node:fs|fs\/promises)$|fs/, deletesAll, ['julia']) : deletesFirst],
  ]);
}

function allApis(): ReadonlyMap<string, Api> {
  return new Map<string, Api>([
    ...nodeFs(),
    ['rmtree', deletesAll],
    ['remove_tree', deletesAll],
    ['removedirs', deletesFirst],
    ['remove_dir', deletesFirst],
    ['remove_entry', deletesFirst],
    ['remove_entry_secure', deletesFirst],
    ['remove_file', deletesFirst],
    ['rm_r', deletesAll],
    ['rm_rf', deletesAll],
    ['rm_f', deletesAll],
    ['safe_unlink', deletesAll],
    ['rimraf', deletesAll],
    ['rimrafSync', deletesAll],
    ['del', onlyOf(/^(?:del|\.)?$/, (use) => use.language === 'javascript' ? deletesAll(use) : undefined, ['javascript'])],
    ['deleteSync', deletesAll],
    ['delete', (use) => /(?:^|\.)(?:File|Dir|Pathname|FileUtils)$/.test(owner(use)) || (use.language === 'ruby' && use.code.args.length === 0 && use.code.receiver?.kind === 'text' && use.code.receiver.text !== HOLE) ? deletesAll(use) : undefined],
    ['send2trash', deletesAll],
    ['trash', (use) => use.language === 'javascript' || use.language === 'python' ? deletesAll(use) : undefined],
    ['sync', onlyOf(/(?:^|\.)(?:rimraf|del|trash)$/, deletesAll)],
    ['extractall', (use) => touchAll(use, 'write', [belowText(arg(use, 0, 'path')[0] ?? '.')])],
    ['unpack_archive', (use) => touchAll(use, 'write', [belowText(arg(use, 1, 'extract_dir')[0] ?? '.')])],
    ['terminal', onlyOf(/^hermes_tools$/, runs)],
    ['write_file', onlyOf(/^hermes_tools$/, writesFirst)],
    ['patch', onlyOf(/^hermes_tools$/, writesFirst)],
    ['file.remove', deletesAll],
    ['write_text', writesReceiver],
    ['write_bytes', writesReceiver],
    ['touch', (use) => use.code.receiver?.kind === 'text' ? writesReceiver(use) : writesAll(use)],
    ['makedirs', writesFirst],
    ['mkdir_p', writesAll],
    ['mkpath', writesAll],
    ['make_path', writesAll],
    ['ensureDir', writesFirst],
    ['ensureDirSync', writesFirst],
    ['createWriteStream', writesFirst],
    ['createReadStream', reads],
    ['write', (use) => /(?:^|\.)(?:File|IO|Bun)$/.test(owner(use)) ? writesFirst(use) : undefined],
    ['binwrite', writesFirst],
    ['file_put_contents', writesFirst],
    ['savetxt', writesFirst],
    ['to_csv', writesFirst],
    ['urlretrieve', downloads],
    ['move', (use) => use.language === 'javascript' && !FS.test(owner(use)) ? undefined : moves(use)],
    ['moveSync', moves],
    ['mv', moves],
    ['replace', (use) => owner(use) === 'os' ? moves(use) : undefined],
    ['renames', moves],
    ['copy', (use) => /(?:^|\.)(?:shutil|FileUtils|fse|fs)$/.test(owner(use)) || (owner(use) === '' && use.language === 'php') || use.language === 'perl' ? copies(use) : undefined],
    ['copy2', copies],
    ['copyfile', copies],
    ['copytree', copies],
    ['copySync', copies],
    ['cp_r', copies],
    ['install', onlyOf(/FileUtils$/, copies)],
    ['ln_s', links],
    ['ln_sf', links],
    ['symlink_to', (use) => use.code.receiver === null ? undefined : (use.shell.touch('link', arg(use, 0)[0] ?? HOLE, use.state.call, { to: use.shell.touch('write', asText(use.code.receiver), use.state.call, { follow: false }) }), undefined)],
    ['open', (use) => /webbrowser|Image|zipfile|tarfile|gzip|Net|URI|socket|xdg/.test(owner(use)) ? (/gzip|zipfile|tarfile/.test(owner(use)) ? opens(use) : undefined) : opens(use)],
    ['fopen', opens],
    ['openSync', opens],
    ['new', (use) => /(?:^|\.)(?:File|CSV)$/.test(owner(use)) ? opens(use) : undefined],
    ['read_text', reads],
    ['read_bytes', reads],
    ['read', (use) => /(?:^|\.)(?:File|IO)$/.test(owner(use)) ? reads(use) : undefined],
    ['readlines', (use) => /(?:^|\.)(?:File|IO)$/.test(owner(use)) ? reads(use) : undefined],
    ['binread', reads],
    ['foreach', (use) => /(?:^|\.)(?:File|IO)$/.test(owner(use)) ? reads(use) : undefined],
    ['file_get_contents', reads],
    ['readfile', reads],
    ['file', (use) => use.language === 'php' ? reads(use) : undefined],
    ['system', runs],
    ['popen', runs],
    ['Popen', runs],
    ['run', (use) => /(?:^|\.)(?:subprocess|sp|child_process|Bun|Deno|run)$|^$/.test(owner(use)) || use.language === 'julia' ? runs(use) : undefined],
    ['call', (use) => /(?:^|\.)(?:subprocess|sp)$/.test(owner(use)) || owner(use) === '' ? runs(use) : undefined],
    ['check_call', runs],
    ['check_output', runs],
    ['getoutput', runs],
    ['getstatusoutput', runs],
    ['create_subprocess_shell', runs],
    ['create_subprocess_exec', (use) => (use.shell.runArgv(use.code.args.map(asText), use.state.call), undefined)],
    ['Command', onlyOf(/Deno$/, (use) => (use.shell.runArgv([asText(use.code.args[0]), ...asTexts(use.code.named.get('args'))], use.state.call), undefined))],
    ['capture2', runs],
    ['capture2e', runs],
    ['capture3', runs],
    ['popen3', runs],
    ['shell_exec', runs],
    ['passthru', runs],
    ['proc_open', runs],
    ['pcntl_exec', runs],
    ['execute', onlyOf(/(?:^|\.)os$/, runs)],
    ['execSync', runs],
    ['$', (use) => use.language === 'javascript' ? runs(use) : undefined],
    ['system2', runs],
    ['shell', (use) => use.language === 'r' || /shelljs|sh$/.test(owner(use)) ? runs(use) : undefined],
    ['execl', execl],
    ['execlp', execl],
    ['execle', execl],
    ['execv', execv],
    ['execvp', execv],
    ['execve', execv],
    ['spawnl', execl],
    ['spawnlp', execl],
    ['spawnv', execv],
    ['chdir', changesFolder],
    ['setwd', changesFolder],
    ['eval', evaluates],
    ['instance_eval', evaluates],
    ['runInThisContext', evaluates],
    ['runInNewContext', evaluates],
    ['doShellScript', runs],
  ]);
}

let apis: ReadonlyMap<string, Api> | null = null;

/** What a call does, by the last part of its name; built when the first interpreter code is read. */
export function apiFor(name: string): Api | undefined {
  apis ??= allApis();
  return apis.get(name);
}
