// Archives: what they are made of is read, where they unpack is written.
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { filtered } from '../shell/streams.ts';
import { STAR, type Text } from '../values.ts';
import { has, lastOf, readOptions, valuesOf } from './options.ts';

function into(folder: Text): Text {
  return `${folder.replace(/\/+$/, '') || (folder.startsWith('/') ? '' : '.')}/${STAR}`;
}

/** `tar` takes its options with or without a dash, and `-C` more than once. */
function tar(call: Call, shell: Shell): Outcome | undefined {
  const argv = [...call.argv];
  if (argv[1] !== undefined && /^[a-zA-Z]+$/.test(argv[1]) && /[cxtruA]/.test(argv[1])) argv[1] = `-${argv[1]}`;
  const bundled = argv[1] ?? '';
  // `tar xzfC a.tgz /opt`: a cluster whose later letters take the next words in turn.
  if (/^-[a-zA-Z]*f[a-zA-Z]*C$/.test(bundled)) argv.splice(1, 2, bundled.replace(/[fC]/g, ''), '-f', argv[2] ?? '', '-C');
  const options = readOptions(argv, {
    values: 'fCTXIbgHKLNV',
    longValues: ['file', 'directory', 'files-from', 'exclude', 'exclude-from', 'use-compress-program', 'to-command', 'checkpoint-action', 'checkpoint', 'info-script', 'new-volume-script', 'transform', 'strip-components', 'owner', 'group', 'mode', 'listed-incremental', 'index-file', 'rsh-command', 'one-top-level'],
    longFlags: ['create', 'extract', 'get', 'list', 'append', 'update', 'absolute-names', 'remove-files', 'gzip', 'verbose'],
  });
  for (const program of valuesOf(options, 'I', 'use-compress-program', 'to-command', 'info-script', 'new-volume-script', 'rsh-command')) shell.runText(program, call);
  for (const action of valuesOf(options, 'checkpoint-action')) if (action.startsWith('exec=')) shell.runText(action.slice(5), call);
  const folders = valuesOf(options, 'C', 'directory');
  const file = lastOf(options, 'f', 'file');
  const base = folders.reduce<Text>((at, next) => (next.startsWith('/') || at === '' ? next : `${at}/${next}`), '');
  const at = (path: Text): Text => (path.startsWith('/') || base === '' ? path : `${base}/${path}`);
  if (has(options, 'x', 'extract', 'get')) {
    if (has(options, 'O', 'to-stdout', 't')) return {};
    shell.touch('write', into(base === '' ? '.' : base), call);
    if (has(options, 'P', 'absolute-names')) shell.touch('write', `/${STAR}`, call);
    return {};
  }
  if (has(options, 'c', 'create', 'r', 'append', 'u', 'update')) {
    let { secret } = call.taint;
    for (const path of options.operands) {
      const place = shell.touch('read', at(path), call);
      secret ??= shell.secretOf(place);
      if (has(options, 'remove-files')) shell.touch('delete', at(path), call);
    }
    if (file !== undefined && file !== '-' && !/^[^/]+:/.test(file)) shell.touch('write', file, call);
    return { out: { ...filtered(call), secret } };
  }
  return {};
}

function unzip(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'dxP' });
  if (has(options, 'l', 'v', 't', 'p', 'Z', 'z', 'c')) return {};
  shell.touch('write', into(lastOf(options, 'd') ?? '.'), call);
  return {};
}

function zip(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'xibntP', longValues: ['exclude', 'include', 'unzip-command'] });
  const [archive, ...sources] = options.operands;
  if (has(options, 'TT', 'unzip-command')) shell.runText(lastOf(options, 'unzip-command') ?? '', call);
  const at = call.argv.indexOf('-TT');
  if (at > 0) shell.runText(call.argv[at + 1] ?? '', call);
  if (archive !== undefined && archive !== '-') shell.touch('write', archive, call);
  let { secret } = call.taint;
  for (const path of sources) {
    secret ??= shell.secretOf(shell.touch('read', path, call));
    if (has(options, 'm')) shell.touch('delete', path, call);
  }
  return { out: { ...filtered(call), secret } };
}

/** 7z: `x archive -oDIR`, `a archive files…`. */
function sevenZip(call: Call, shell: Shell): Outcome | undefined {
  const verb = call.argv[1] ?? '';
  const folder = call.argv.find((word) => word.startsWith('-o'))?.slice(2);
  const operands = call.argv.slice(2).filter((word) => !word.startsWith('-'));
  if (verb === 'x' || verb === 'e') shell.touch('write', into(folder === undefined || folder === '' ? '.' : folder), call);
  if (verb === 'a' || verb === 'u') {
    if (operands[0] !== undefined) shell.touch('write', operands[0], call);
    for (const path of operands.slice(1)) {
      shell.touch('read', path, call);
      if (call.argv.includes('-sdel')) shell.touch('delete', path, call);
    }
  }
  if (verb === 'd' && operands[0] !== undefined) shell.touch('write', operands[0], call);
  return {};
}

function unrar(call: Call, shell: Shell): Outcome | undefined {
  const [verb, , ...rest] = call.argv.slice(1).filter((word) => !word.startsWith('-'));
  if (verb === 'x' || verb === 'e') shell.touch('write', into(rest.at(-1) ?? '.'), call);
  return {};
}

/** gzip and kin replace the file that they are given. */
function compress(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv.filter((word) => !/^-\d+$/.test(word)), { values: 'SoTM', longValues: ['suffix', 'output', 'threads', 'memlimit'] });
  for (const path of valuesOf(options, 'o', 'output')) if (path !== '-') shell.touch('write', path, call);
  // With an output of its own the source is only read, and stays.
  const stdout = has(options, 'c', 'stdout', 'to-stdout', 't', 'test', 'l', 'list', 'o', 'output');
  let secret = call.stdin.secret;
  for (const path of options.operands) {
    if (path === '-') continue;
    if (stdout) secret = shell.secretOf(shell.touch('read', path, call)) ?? secret;
    else shell.touch('write', path, call);
  }
  return { out: { ...filtered(call), secret } };
}

function cpio(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'DFIOEHRMC', longValues: ['directory', 'file', 'format'] });
  const target = has(options, 'p', 'pass-through') ? options.operands.at(-1) : undefined;
  if (target !== undefined) shell.touch('write', into(target), call);
  else if (has(options, 'i', 'extract')) shell.touch('write', into(lastOf(options, 'D', 'directory') ?? '.'), call);
  const out = lastOf(options, 'O', 'F', 'file');
  if (out !== undefined && has(options, 'o', 'create')) shell.touch('write', out, call);
  return {};
}

export function archiveHandlers(): Readonly<Record<string, Handler>> {
  return {
    tar,
    gtar: tar,
    bsdtar: tar,
    unzip,
    zip,
    '7z': sevenZip,
    '7za': sevenZip,
    '7zz': sevenZip,
    unrar,
    gzip: compress,
    gunzip: compress,
    pigz: compress,
    bzip2: compress,
    bunzip2: compress,
    xz: compress,
    unxz: compress,
    lzma: compress,
    zstd: compress,
    unzstd: compress,
    lz4: compress,
    brotli: compress,
    cpio,
    pax(call, shell) {
      const options = readOptions(call.argv, { values: 'fs' });
      if (has(options, 'r') && has(options, 'w')) shell.touch('write', into(options.operands.at(-1) ?? '.'), call);
      else if (has(options, 'r')) shell.touch('write', into('.'), call);
      return {};
    },
  };
}
