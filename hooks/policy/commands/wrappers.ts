// Programs that run another program: env, nohup, timeout, xargs, sudo … They are taken off, and what they
// wrap is judged as if it stood alone.
import { MAX_WORDS } from '../limits.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { says, SILENT } from '../shell/streams.ts';
import { withFolder, withVariable } from '../shell/world.ts';
import { baseName, HOLE, hasHole, type Text } from '../values.ts';
import { packageScript } from './package-script.ts';
import { has, lastOf, type OptionSpec, readOptions } from './options.ts';

function rest(call: Call, spec: OptionSpec): readonly Text[] {
  return call.argv.slice(readOptions(call.argv, { ...spec, stopAtOperand: true }).operandAt);
}

/** A wrapper that only needs its own options skipped, and perhaps some operands of its own. */
export function wrapper(spec: OptionSpec = {}, ownOperands = 0): Handler {
  return (call, shell) =>
    shell.runArgv(rest(call, spec).slice(ownOperands), call);
}

const assignment = /^[A-Za-z_]\w*=/;

export function env(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'uCSa', longValues: ['unset', 'chdir', 'split-string', 'argv0'], stopAtOperand: true });
  const vars = new Map(call.env);
  let argv = call.argv.slice(options.operandAt);
  while (argv[0] !== undefined && (assignment.test(argv[0]) || argv[0] === '-')) {
    const [word] = argv;
    const cut = word.indexOf('=');
    if (cut > 0) vars.set(word.slice(0, cut), word.slice(cut + 1));
    argv = argv.slice(1);
  }
  let world = call.world;
  const folder = lastOf(options, 'C', 'chdir');
  if (folder !== undefined) world = withFolder(world, shell.locate(folder, call).path);
  const split = lastOf(options, 'S', 'split-string');
  if (split !== undefined) return shell.runText([split, ...argv.map(quoted)].join(' '), { ...call, env: vars }, { world });
  if (argv.length === 0) return { out: { text: HOLE, fetched: false, secret: 'the environment', from: 'nowhere' } };
  for (const [name, value] of vars) world = withVariable(world, name, [value]);
  return shell.runArgv(argv, call, { world, env: vars });
}

/** A word as shell source again; unknown parts stay unknown. */
export function quoted(word: Text): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `./su`: a file of the project that only shares the name. */
function isOwnFile(call: Call, shell: Shell): boolean {
  const [program = ''] = call.argv;
  return program.includes('/') && shell.locate(program, call).area === 'inside';
}

/** sudo and kin: elevation, and the wrapped command is judged as well. */
export function elevate(spec: OptionSpec): Handler {
  return (call, shell) => {
    const options = readOptions(call.argv, { ...spec, stopAtOperand: true });
    if (call.argv.length === 2 && /^(?:--help|-h|--version|-V)$/.test(call.argv[1] ?? '')) return SILENT;
    if (!isOwnFile(call, shell)) shell.add({ kind: 'elevation', words: call.words });
    let argv = call.argv.slice(options.operandAt);
    while (argv[0] !== undefined && assignment.test(argv[0])) argv = argv.slice(1);
    const world = lastOf(options, 'D', 'chdir');
    return shell.runArgv(argv, call, world === undefined ? {} : { world: withFolder(call.world, shell.locate(world, call).path) });
  };
}

export function su(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'csgGw', longValues: ['command', 'shell', 'session-command'] });
  if (has(options, 'help', 'version', 'V')) return SILENT;
  if (!isOwnFile(call, shell)) shell.add({ kind: 'elevation', words: call.words });
  const command = lastOf(options, 'c', 'command', 'session-command');
  return command === undefined ? {} : shell.runText(command, call);
}

export function builtinCommand(call: Call, shell: Shell): Outcome | undefined {
  if (/^-[pvV]*[vV]/.test(call.argv[1] ?? '')) return says(`${call.argv[2] ?? HOLE}\n`, call);
  return shell.runArgv(rest(call, {}), { ...call, world: { ...call.world, functions: new Map() } });
}

export function exec(call: Call, shell: Shell): Outcome | undefined {
  return shell.runArgv(rest(call, { values: 'a' }), call);
}

/** `timeout 5 cmd`, `nice -n 5 cmd`, `chroot dir cmd` … by name. */
export function wrapperHandlers(): Readonly<Record<string, Handler>> {
  return {
    env,
    nohup: wrapper(),
    setsid: wrapper(),
    setpriv: wrapper({ longValues: ['reuid', 'regid', 'groups', 'inh-caps', 'bounding-set'] }),
    time: wrapper({ values: 'fo', longValues: ['format', 'output'] }),
    gtime: wrapper({ values: 'fo', longValues: ['format', 'output'] }),
    nice: wrapper({ values: 'n', longValues: ['adjustment'] }),
    ionice: wrapper({ values: 'cnpPu', longValues: ['class', 'classdata', 'pid'] }),
    chroot: wrapper({ longValues: ['userspec', 'groups'] }, 1),
    chrt: wrapper({ values: 'TPD' }, 1),
    taskset: wrapper({ values: '' }, 1),
    cpulimit: wrapper({ values: 'lpe' }),
    timeout: wrapper({ values: 'ks', longValues: ['kill-after', 'signal'] }, 1),
    gtimeout: wrapper({ values: 'ks', longValues: ['kill-after', 'signal'] }, 1),
    stdbuf: wrapper({ values: 'ioe', longValues: ['input', 'output', 'error'] }),
    unbuffer: wrapper(),
    caffeinate: wrapper({ values: 'tw' }),
    command: builtinCommand,
    builtin: wrapper(),
    exec,
    noglob: wrapper(),
    nocorrect: wrapper(),
    then: wrapper(),
    do: wrapper(),
    else: wrapper(),
    coproc: wrapper(),
    chronic: wrapper(),
    retry: wrapper({ values: 'tdm', longValues: ['times', 'delay', 'until', 'while'] }),
    'dbus-run-session': wrapper(),
    'xvfb-run': wrapper({ values: 'nsefpw', longValues: ['server-args', 'server-num'] }),
    strace: wrapper({ values: 'eopsaEPu' }),
    ltrace: wrapper({ values: 'eopsaEu' }),
    dtruss: wrapper({ values: 'p' }),
    fakeroot: wrapper({ values: 'lisb' }),
    proot: wrapper({ values: 'rbwq' }),
    unshare: wrapper({ values: 'RwSG' }),
    nsenter: wrapper({ values: 'tSG' }),
    firejail: wrapper(),
    bwrap: wrapper({ longValues: ['chdir'] }),
    flock(call, shell) {
      const options = readOptions(call.argv, { values: 'cEw', longValues: ['command', 'timeout', 'conflict-exit-code'], stopAtOperand: true });
      const inline = lastOf(options, 'c', 'command') ?? (options.operands[1] === '-c' ? options.operands[2] : undefined);
      return inline === undefined ? shell.runArgv(options.operands.slice(1), call) : shell.runText(inline, call);
    },
    watch(call, shell) {
      const options = readOptions(call.argv, { values: 'nd', longValues: ['interval'], stopAtOperand: true });
      return has(options, 'x', 'exec') ? shell.runArgv(options.operands, call) : shell.runText(options.operands.join(' '), call);
    },
    entr: wrapper(),
    hyperfine(call, shell) {
      for (const text of readOptions(call.argv, { values: 'wmMrpcnsSN', longValues: ['warmup', 'runs', 'prepare', 'cleanup', 'min-runs', 'max-runs', 'export-json', 'export-markdown', 'shell'] }).operands) shell.runText(text, call);
      return {};
    },
    script(call, shell) {
      const options = readOptions(call.argv, { values: 'cIOBTmoE', longValues: ['command', 'log-io', 'log-out', 'log-in', 'log-timing'] });
      const inline = lastOf(options, 'c', 'command');
      const [log, ...command] = options.operands;
      if (log !== undefined) shell.touch('write', log, call);
      if (inline !== undefined) return shell.runText(inline, call);
      return command.length > 0 ? shell.runArgv(command, call) : {};
    },
    busybox: wrapper(),
    toybox: wrapper(),
    uv: toolRun({ run: { values: 'pP', longValues: ['python', 'with', 'extra', 'group', 'project', 'directory', 'env-file', 'package', 'index'] } }),
    poetry: toolRun({ run: {} }),
    pipenv: toolRun({ run: {} }),
    pdm: toolRun({ run: {} }),
    hatch: toolRun({ run: {} }),
    rye: toolRun({ run: {} }),
    conda: toolRun({ run: { values: 'np', longValues: ['name', 'prefix', 'cwd'] } }),
    mamba: toolRun({ run: { values: 'np', longValues: ['name', 'prefix'] } }),
    micromamba: toolRun({ run: { values: 'np', longValues: ['name', 'prefix'] } }),
    bundle: toolRun({ exec: {} }),
    pnpm: nodeRun,
    yarn: nodeRun,
    npm: npmExec,
    npx(call, shell) {
      const options = readOptions(call.argv, { values: 'pcw', longValues: ['package', 'call', 'workspace'], stopAtOperand: true });
      const inline = lastOf(options, 'c', 'call');
      return inline === undefined ? shell.runArgv(call.argv.slice(options.operandAt), call) : shell.runText(inline, call);
    },
    bunx: wrapper({ values: 'p', longValues: ['package'] }),
    uvx: wrapper({ longValues: ['from', 'with', 'python'] }),
    pipx: toolRun({ run: { longValues: ['spec', 'python'] } }),
    volta: toolRun({ run: { longValues: ['node', 'npm', 'yarn'] } }),
    fnm: toolRun({ exec: { longValues: ['using'] } }),
    nvm: toolRun({ exec: {}, run: {} }, 1),
    mise: toolRun({ exec: {}, x: {} }),
    asdf: toolRun({ exec: {} }),
    rbenv: toolRun({ exec: {} }),
    pyenv: toolRun({ exec: {} }),
    rustup: toolRun({ run: {} }, 1),
    direnv: toolRun({ exec: {} }, 1),
    dotenv(call, shell) {
      const at = call.argv.indexOf('--');
      if (at > 0) return shell.runArgv(call.argv.slice(at + 1), call);
      return shell.runArgv(rest(call, { values: 'efvp', longValues: ['file', 'env-file'] }).filter((word, i) => i > 0 || word !== 'run'), call);
    },
    'cross-env': env,
    'cross-env-shell'(call, shell) {
      return shell.runText(call.argv.slice(1).map((word) => (word.includes(' ') ? word : word)).join(' '), call);
    },
    concurrently(call, shell) {
      for (const text of readOptions(call.argv, { values: 'ncpr', longValues: ['names', 'prefix', 'prefix-colors', 'kill-others-on-fail', 'success', 'max-processes'] }).operands) shell.runText(text, call);
      return {};
    },
    nodemon(call, shell) {
      const inline = lastOf(readOptions(call.argv, { values: 'xwei', longValues: ['exec', 'watch', 'ext', 'ignore'] }), 'x', 'exec');
      return inline === undefined ? undefined : shell.runText(inline, call);
    },
    aws: awsVault,
    'aws-vault': afterDashes,
    op: afterDashes,
    doppler: afterDashes,
    infisical: afterDashes,
    chamber: afterDashes,
    teller: afterDashes,
    sudo: elevate({ values: 'uUgpCcDRTrht', longValues: ['user', 'group', 'chdir', 'host', 'prompt', 'close-from', 'other-user', 'role', 'type', 'chroot', 'command-timeout'] }),
    'sudo-rs': elevate({ values: 'ugD' }),
    doas: elevate({ values: 'uCa' }),
    pkexec: elevate({ longValues: ['user'] }),
    run0: elevate({ values: 'ugD', longValues: ['user', 'group', 'unit', 'chdir'] }),
    dzdo: elevate({ values: 'ug' }),
    pfexec: elevate({ values: 'P' }),
    gsudo: elevate({ values: 'u' }),
    please: elevate({ values: 'u' }),
    gksudo: elevate({ values: 'u' }),
    gksu: elevate({ values: 'u' }),
    kdesu: elevate({ values: 'uc' }),
    kdesudo: elevate({ values: 'uc' }),
    sudoedit: elevate({}),
    visudo: elevate({}),
    runas: elevate({}),
    su,
    rtk: wrapper(),
  };
}

/** `tool run cmd …`: only the named subcommands run something; the tool itself is not ours to judge. */
function toolRun(subcommands: Readonly<Record<string, OptionSpec>>, ownOperands = 0): Handler {
  return (call, shell) => {
    const at = call.argv.findIndex((word, i) => i > 0 && !word.startsWith('-'));
    const spec = at < 0 ? undefined : subcommands[call.argv[at] ?? ''];
    if (spec === undefined || at < 0) return undefined;
    const inner = call.argv.slice(at);
    const command = inner.slice(readOptions(inner, { ...spec, stopAtOperand: true }).operandAt + ownOperands);
    // `uv run -` and `uv run x.py` are Python.
    return shell.runArgv(command[0] === '-' || /\.py$/.test(command[0] ?? '') ? ['python', ...command] : command, call);
  };
}

/** pnpm and yarn: `exec`'s words may be one shell text. */
function nodeRun(call: Call, shell: Shell): Outcome | undefined {
  packageScript(call, shell);
  const { argv } = call;
  const at = argv.findIndex((word, i) => i > 0 && /^(?:exec|dlx)$/.test(word) && argv.slice(1, i).every((each, k) => each.startsWith('-') || each === 'run' || /^(?:-C|--dir|--cwd|--filter|-F)$/.test(argv[k] ?? '')));
  if (at < 0) return undefined;
  const inner = argv.slice(at);
  const command = inner.slice(readOptions(inner, { values: 'p', longValues: ['package'], stopAtOperand: true }).operandAt);
  return command.length === 1 || argv.slice(1, at).some((word) => /^(?:-c|--shell-mode)$/.test(word)) ? shell.runText(command.join(' '), call) : shell.runArgv(command, call);
}

function npmExec(call: Call, shell: Shell): Outcome | undefined {
  packageScript(call, shell);
  const at = call.argv.findIndex((word) => word === 'exec' || word === 'x');
  if (at !== 1) return undefined;
  const inner = call.argv.slice(at);
  const options = readOptions(inner, { values: 'cp', longValues: ['call', 'package', 'workspace'], stopAtOperand: true });
  const inline = lastOf(options, 'c', 'call');
  return inline === undefined ? shell.runArgv(inner.slice(options.operandAt), call) : shell.runText(inline, call);
}

/** `tool … -- cmd`. */
function afterDashes(call: Call, shell: Shell): Outcome | undefined {
  const at = call.argv.indexOf('--');
  if (at <= 0) return undefined;
  // The store's values stand in the environment of what it runs: printing that prints them.
  if (/^(?:env|printenv)$/.test(call.argv[at + 1] ?? '') && at + 2 >= call.argv.length) shell.add({ kind: 'secret-print', words: call.words });
  return shell.runArgv(call.argv.slice(at + 1), call);
}

function awsVault(call: Call, shell: Shell): Outcome | undefined {
  const at = call.argv.indexOf('s3');
  if (at !== 1 && !(at > 1)) return undefined;
  const [, verb, ...operands] = readOptions(call.argv.slice(at - 1), { longValues: ['profile', 'region', 'exclude', 'include', 'acl', 'storage-class', 'endpoint-url'] }).operands;
  if (verb !== 'cp' && verb !== 'mv' && verb !== 'sync') return undefined;
  const [from, to] = operands;
  if (from !== undefined && !from.startsWith('s3://')) shell.touch(verb === 'mv' ? 'delete' : 'read', from, call);
  if (from !== undefined && verb !== 'sync' && !from.startsWith('s3://')) shell.touch('read', from, call);
  if (to !== undefined && !to.startsWith('s3://') && to !== '-') shell.touch('write', to, call);
  return undefined;
}

const XARGS: OptionSpec = { values: 'aEeIiLlnPsdR', longValues: ['arg-file', 'delimiter', 'replace', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'process-slot-var', 'eof'], stopAtOperand: true };

/** The arguments that xargs reads from its input; HOLE when the input is not known. */
function inputWords(text: Text, byLine: boolean): readonly Text[] {
  const pieces = text.split(byLine ? /[\n\0]+/ : /[ \t\n\0]+/).filter((piece) => piece.trim() !== '');
  return pieces.slice(0, MAX_WORDS).map((piece) => (byLine ? piece : piece.replace(/^(['"])(.*)\1$/, '$2')));
}

export function xargs(call: Call, shell: Shell): Outcome | undefined {
  // `-i`, `-l`, `-e` take their value attached only, so they never eat the next word.
  const argv = call.argv.map((word) => (/^-[ile]$/.test(word) ? `${word}${word === '-i' ? '{}' : '1'}` : word));
  const options = readOptions(argv, XARGS);
  const place = lastOf(options, 'I', 'i', 'replace', 'R');
  const file = lastOf(options, 'a', 'arg-file');
  const input = file === undefined ? call.stdin.text : (shell.contentOf(file, call)?.content ?? HOLE);
  const byLine = place !== undefined || has(options, '0', 'null', 'd', 'delimiter', 'L');
  const words = input === '' && call.stdin.from === 'nowhere' ? [HOLE] : inputWords(input, byLine);
  const command = options.operands.length > 0 ? options.operands : ['echo'];
  const taint = { fetched: call.stdin.fetched || call.taint.fetched, secret: call.stdin.secret ?? call.taint.secret };
  const empty = { text: '', fetched: false, secret: null, from: 'nowhere' } as const;
  if (place !== undefined) {
    for (const word of words.slice(0, 64)) shell.runArgv(command.map((each) => each.replaceAll(place, word)), call, { taint, stdin: empty });
    return {};
  }
  // `-n1 sh -c …` and `rm` alike: all words at once is the worst case.
  const program = baseName(command[0] ?? '');
  if (/^(?:ba|z|k|da|a)?sh$/.test(program) && command.includes('-c') && command.at(-1) === '-c') {
    for (const word of words) shell.runArgv([...command, word], call, { taint, stdin: empty });
    return {};
  }
  return shell.runArgv([...command, ...words], call, { taint, stdin: empty });
}

export function parallel(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'jaIPNLnsSd', longValues: ['jobs', 'arg-file', 'delay', 'timeout', 'results', 'joblog', 'sshlogin', 'colsep', 'retries', 'max-args', 'load', 'delimiter'], stopAtOperand: true });
  const operands = [...options.operands];
  const cut = operands.findIndex((word) => /^::::?\+?$/.test(word));
  const fixed = cut < 0 ? [] : operands.slice(cut + 1).filter((word) => !/^::::?\+?$/.test(word));
  const fromFile = cut >= 0 && operands[cut]?.startsWith('::::') === true;
  const command = cut < 0 ? operands : operands.slice(0, cut);
  const inputs = fromFile ? [HOLE] : cut >= 0 ? fixed : inputWords(call.stdin.text === '' && call.stdin.from === 'nowhere' ? HOLE : call.stdin.text, true);
  const template = command.map((word) => word).join(' ');
  if (command.length === 0) {
    for (const line of inputs.slice(0, 64)) {
      if (hasHole(line)) shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: call.stdin.fetched });
      else shell.runText(line, call);
    }
    return {};
  }
  for (const input of inputs.slice(0, 64)) {
    const filled = template.includes('{') ? template.replace(/\{(?:\.|\/|\/\/|\/\.|#|%|\d+)?\}/g, () => input) : `${template} ${quoted(input)}`;
    shell.runText(filled, call);
  }
  return {};
}
