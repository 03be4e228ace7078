// Programs that delete, write, copy, move and link files by name.
import { readForeign } from '../interpreters/foreign.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { filtered, SILENT } from '../shell/streams.ts';
import { withFile, withLink, type World } from '../shell/world.ts';
import { baseName, HOLE, type Text } from '../values.ts';
import { has, lastOf, type OptionSpec, readOptions, valuesOf } from './options.ts';

const COMPILERS = ['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++', 'tcc', 'rustc', 'ld', 'nasm', 'dot', 'wasm-pack', 'wat2wasm'];

function help(call: Call): boolean {
  return call.argv.length === 2 && /^--?(?:help|version|h|V|\?)$/.test(call.argv[1] ?? '');
}

/** A name with a trailing slash is the folder behind a link; without, the link itself. */
function deletes(text: Text, call: Call, shell: Shell): void {
  shell.touch('delete', text, call, { follow: false });
}

export function remove(spec: OptionSpec = {}): Handler {
  return (call, shell) => {
    if (help(call)) return SILENT;
    for (const operand of readOptions(call.argv, spec).operands) deletes(operand, call, shell);
    return SILENT;
  };
}

/** `del /s /q PATH`: options start with a slash; a Windows path never does. */
function windowsDelete(call: Call, shell: Shell): Outcome | undefined {
  for (const word of call.argv.slice(1)) {
    if (/^\/[a-z?](?::.*)?$/i.test(word) || word.startsWith('-')) continue;
    deletes(/^[A-Za-z]:/.test(word) && !/^[A-Za-z]:[\\/]/.test(word) ? word.replace(':', ':\\') : word, call, shell);
  }
  return SILENT;
}

function shred(call: Call, shell: Shell): Outcome | undefined {
  if (help(call)) return SILENT;
  for (const operand of readOptions(call.argv, { values: 'ns', longValues: ['iterations', 'size', 'random-source'] }).operands) {
    if (operand.startsWith('/dev/') && shell.locate(operand, call).area !== 'sink') shell.add({ kind: 'disk', words: call.words });
    else shell.touch('delete', operand, call);
  }
  return SILENT;
}

/** Programs whose every operand is made or changed. */
function writes(spec: OptionSpec = {}, skip = 0, metadataOnly = false): Handler {
  return (call, shell) => {
    if (help(call)) return SILENT;
    const options = readOptions(call.argv, spec);
    const from = has(options, 'reference') ? 0 : skip;
    for (const operand of options.operands.slice(from)) shell.touch('write', operand, call, { metadataOnly });
    return SILENT;
  };
}

function chmod(call: Call, shell: Shell): Outcome | undefined {
  if (help(call)) return SILENT;
  // `-x`, `-w`, `-rwx` are modes here, not options.
  const words = call.argv.slice(1).filter((word) => !/^-(?:[RvcfHLPh]+|-[a-z-]+(?:=.*)?)$/.test(word) || /^-[rwxXst]+$/.test(word));
  const reference = call.argv.some((word) => word.startsWith('--reference'));
  for (const operand of reference ? words : words.slice(1)) shell.touch('write', operand, call, { metadataOnly: true });
  return SILENT;
}

/** Where `cp a b c` puts each source: into a folder when there are several, or the target ends in a slash. */
function landing(target: Text, source: Text, several: boolean, call: Call, shell: Shell): Text {
  const place = shell.locate(target, call);
  return several || target.endsWith('/') || /(?:^|\/)\.{1,2}$/.test(target) || place.area === 'root' ? `${target.replace(/\/$/, '')}/${baseName(source)}` : target;
}

/** Copies what is known of the source's content to the target. */
function carry(world: World, from: Text, to: Text, call: Call, shell: Shell): World {
  const target = shell.locate(to, call).path;
  if (target === null) return world;
  const source = shell.locate(from, call);
  const note = source.path === null ? undefined : world.files.get(source.path);
  const secret = shell.secretOf(source) ?? note?.secret ?? null;
  if (note === undefined && secret === null) return world;
  return withFile(world, target, { content: note?.content ?? null, downloaded: note?.downloaded ?? false, secret });
}

const COPY: OptionSpec = { values: 'tSgmo', longValues: ['target-directory', 'suffix', 'group', 'mode', 'owner', 'backup', 'context', 'sparse', 'reflink', 'strip-program'], longFlags: ['no-target-directory', 'recursive', 'archive', 'force'] };

function copy(call: Call, shell: Shell): Outcome | undefined {
  if (help(call)) return SILENT;
  const options = readOptions(call.argv, COPY);
  const into = lastOf(options, 't', 'target-directory');
  if (call.name === 'install' && has(options, 'd', 'directory')) {
    for (const operand of options.operands) shell.touch('write', operand, call);
    return SILENT;
  }
  const sources = into === undefined ? options.operands.slice(0, -1) : options.operands;
  const target = into ?? options.operands.at(-1);
  if (target === undefined || sources.length === 0) return SILENT;
  let { world } = call;
  for (const from of sources) {
    const place = landing(target, from, into !== undefined || sources.length > 1, call, shell);
    const to = shell.touch('write', place, call);
    shell.touch('read', from, call, { to });
    world = carry(world, from, place, call, shell);
  }
  return { worlds: [world], ...SILENT };
}

function move(call: Call, shell: Shell): Outcome | undefined {
  if (help(call)) return SILENT;
  const options = readOptions(call.argv, COPY);
  const into = lastOf(options, 't', 'target-directory');
  const sources = into === undefined ? options.operands.slice(0, -1) : options.operands;
  const target = into ?? options.operands.at(-1);
  if (target === undefined || sources.length === 0) return SILENT;
  let { world } = call;
  for (const from of sources) {
    const place = landing(target, from, into !== undefined || sources.length > 1, call, shell);
    const to = shell.touch('write', place, call);
    shell.touch('move', from, call, { follow: false, to });
    world = carry(world, from, place, call, shell);
  }
  return { worlds: [world], ...SILENT };
}

function link(call: Call, shell: Shell): Outcome | undefined {
  if (help(call)) return SILENT;
  const options = readOptions(call.argv, { values: 'tS', longValues: ['target-directory', 'suffix'], longFlags: ['symbolic', 'force', 'no-dereference', 'relative'] });
  const into = lastOf(options, 't', 'target-directory');
  const sources = into !== undefined || options.operands.length === 1 ? options.operands : options.operands.slice(0, -1);
  const target = into ?? (options.operands.length > 1 ? options.operands.at(-1) : '.');
  if (target === undefined) return SILENT;
  let { world } = call;
  for (const from of sources) {
    const name = landing(target, from, into !== undefined || sources.length > 1, call, shell);
    const place = shell.touch('write', name, call, { follow: false });
    // The target of a symbolic link is read from the link's own folder.
    const symbolic = has(options, 's', 'symbolic') && !has(options, 'r', 'relative');
    const folder = place.path === null ? null : place.path.slice(0, Math.max(1, place.path.lastIndexOf('/')));
    const goal = shell.touch('link', from, call, { to: place, cwd: symbolic ? folder : call.world.cwd });
    if (place.path !== null && goal.path !== null) world = withLink(world, place.path, goal.path);
  }
  return { worlds: [world], ...SILENT };
}

function tee(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv);
  let { world } = call;
  const streams: Outcome[] = [];
  for (const operand of options.operands) {
    const place = shell.touch('write', operand, call);
    if (place.path !== null && place.area !== 'sink' && shell.processStream(operand) === null)
      world = withFile(world, place.path, { content: call.stdin.text === HOLE ? null : call.stdin.text, downloaded: call.stdin.fetched, secret: call.stdin.secret });
  }
  return { worlds: [world], out: { ...call.stdin, from: 'nowhere' }, ...streams[0] };
}

function dd(call: Call, shell: Shell): Outcome | undefined {
  let out = false;
  let secret = call.stdin.secret;
  for (const word of call.argv.slice(1)) {
    if (word.startsWith('of=')) {
      // A shell expands `~` behind the equals sign.
      shell.touch('write', word.slice(3).replace(/^~(?=\/|$)/, () => shell.home), call);
      out = true;
    } else if (word.startsWith('if=')) {
      const place = shell.touch('read', word.slice(3), call);
      secret = shell.secretOf(place) ?? secret;
    }
  }
  return out ? SILENT : { out: { ...filtered(call), secret } };
}

function rsync(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, {
    values: 'eBfMT@',
    longValues: ['rsh', 'exclude', 'include', 'filter', 'exclude-from', 'include-from', 'files-from', 'backup-dir', 'suffix', 'log-file', 'partial-dir', 'temp-dir', 'compare-dest', 'copy-dest', 'link-dest', 'bwlimit', 'port', 'password-file', 'chmod', 'chown', 'max-size', 'min-size', 'timeout', 'out-format', 'info', 'rsync-path'],
    longFlags: ['delete', 'delete-after', 'delete-before', 'delete-during', 'delete-excluded', 'remove-source-files', 'archive', 'dry-run', 'list-only', 'backup'],
  });
  const remote = (text: Text): boolean => /^[^/]*:/.test(text);
  const command = lastOf(options, 'e', 'rsh');
  if (command !== undefined) shell.runText(command, call);
  if (has(options, 'n', 'dry-run', 'list-only')) return {};
  for (const name of ['log-file', 'backup-dir', 'temp-dir', 'partial-dir']) for (const path of valuesOf(options, name)) shell.touch('write', path, call);
  const target = options.operands.at(-1);
  if (target === undefined || options.operands.length < 2) return {};
  const to = remote(target) ? null : shell.touch('write', target, call);
  for (const from of options.operands.slice(0, -1)) {
    if (remote(from)) continue;
    const place = shell.touch('read', from, call, to === null ? {} : { to });
    const secret = shell.secretOf(place);
    if (to === null && secret !== null) shell.add({ kind: 'send', words: call.words, secret });
    if (has(options, 'remove-source-files')) shell.touch('delete', from, call);
  }
  if (to !== null && [...options.flags].some((flag) => flag.startsWith('delete')) && to.area === 'root') {
    // `rsync --delete x/ .` empties the working folder of all that x does not have.
    shell.touch('delete', target, call);
  }
  return {};
}

/** scp, and sftp's one-shot form: local paths are read or written, `host:path` is not ours. */
function scp(call: Call, shell: Shell): Outcome | undefined {
  const { operands } = readOptions(call.argv, { values: 'cDFiJloPSX' });
  const remote = (text: Text): boolean => /^[^/]*:/.test(text) || text.startsWith('scp://');
  const target = operands.at(-1);
  if (target === undefined) return {};
  for (const from of operands.slice(0, -1)) if (!remote(from)) {
    const secret = shell.secretOf(shell.touch('read', from, call));
    if (secret !== null && remote(target)) shell.add({ kind: 'send', words: call.words, secret });
  }
  if (!remote(target) && operands.length > 1) shell.touch('write', target, call);
  return {};
}

/** Compilers and converters: what `-o` names is written. */
function output(spec: OptionSpec, names: readonly string[]): Handler {
  return (call, shell) => {
    const options = readOptions(call.argv, spec);
    for (const path of valuesOf(options, ...names)) if (path !== '-') shell.touch('write', path, call);
    // A source that this command wrote will run as the program that is made of it.
    for (const path of options.operands) {
      const content = shell.contentOf(path, call)?.content;
      if (content !== undefined && content !== null) readForeign(content, call, shell);
    }
    return {};
  };
}

export function fileHandlers(): Readonly<Record<string, Handler>> {
  return {
    ...Object.fromEntries(COMPILERS.map((name): [string, Handler] => [name, output({ values: 'oIDLlxu', longValues: ['output'] }, ['o', 'output'])])),
    tsc: output({ values: 'p', longValues: ['outDir', 'outFile', 'project', 'declarationDir', 'target', 'module'] }, ['outDir', 'outFile', 'declarationDir']),
    esbuild: output({ longValues: ['outfile', 'outdir'] }, ['outfile', 'outdir']),
    pandoc: output({ values: 'oftV', longValues: ['output', 'from', 'to'] }, ['o', 'output']),
    rm: remove({ longValues: ['interactive'] }),
    grm: remove(),
    unlink: remove(),
    rmdir: remove(),
    srm: remove(),
    trash: remove(),
    'trash-put': remove(),
    gio(call, shell) {
      if (call.argv[1] === 'trash' || call.argv[1] === 'remove') for (const word of call.argv.slice(2)) if (!word.startsWith('-')) deletes(word, call, shell);
      return {};
    },
    rimraf: remove({ longValues: ['max-retries', 'retry-delay', 'backoff'] }),
    'del-cli': remove(),
    wipe: remove({ values: 'lqQ' }),
    scrub: remove({ values: 'p' }),
    del: windowsDelete,
    erase: windowsDelete,
    rd: windowsDelete,
    shred,
    gshred: shred,
    touch: writes({ values: 'drt', longValues: ['date', 'reference', 'time'] }),
    mkdir: writes({ values: 'mZ', longValues: ['mode', 'context'] }),
    md: writes(),
    mkfifo: writes({ values: 'm', longValues: ['mode'] }),
    mknod(call, shell) {
      const [path] = readOptions(call.argv, { values: 'm', longValues: ['mode'] }).operands;
      if (path !== undefined) shell.touch('write', path, call);
      return SILENT;
    },
    truncate: writes({ values: 'sr', longValues: ['size', 'reference'] }),
    fallocate: writes({ values: 'lo', longValues: ['length', 'offset'] }),
    chmod,
    chown: writes({ longValues: ['reference', 'from'] }, 1, true),
    chgrp: writes({ longValues: ['reference'] }, 1, true),
    chattr: writes({ values: 'vp' }, 1, true),
    chflags: writes({}, 1, true),
    setfacl: writes({ values: 'mxMX', longValues: ['modify', 'remove', 'set', 'restore'] }, 0, true),
    xattr(call, shell) {
      const { operands } = readOptions(call.argv);
      if (/^-[a-z]*[wdc]/.test(call.argv[1] ?? '')) for (const path of operands.slice(-1)) shell.touch('write', path, call, { metadataOnly: true });
      return {};
    },
    cp: copy,
    gcp: copy,
    copy,
    install: copy,
    ginstall: copy,
    ditto: copy,
    mv: move,
    gmv: move,
    ren: move,
    rename(call, shell) {
      const { operands } = readOptions(call.argv);
      for (const path of operands.slice(operands[0]?.includes('/') === true && operands.length === 2 ? 1 : 2)) shell.touch('write', path, call);
      return {};
    },
    ln: link,
    link,
    tee,
    sponge: tee,
    dd,
    gdd: dd,
    rsync,
    scp,
    split(call, shell) {
      const options = readOptions(call.argv, { values: 'abClnt', longValues: ['bytes', 'lines', 'number', 'suffix-length', 'additional-suffix', 'filter'] });
      const [from, prefix] = options.operands;
      if (from !== undefined && from !== '-') shell.touch('read', from, call);
      if (prefix !== undefined) shell.touch('write', `${prefix}aa`, call);
      const filter = lastOf(options, 'filter');
      if (filter !== undefined) shell.runText(filter, call);
      return {};
    },
  };
}
