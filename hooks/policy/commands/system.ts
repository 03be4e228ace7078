// Disks, power, schedulers, services, processes, containers: programs whose danger is not a path.
import { NO_STREAM } from '../facts.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { SILENT } from '../shell/streams.ts';
import { withFolder } from '../shell/world.ts';
import { HOLE, type Text } from '../values.ts';
import { has, lastOf, readOptions, valuesOf } from './options.ts';

function asksOnly(call: Call): boolean {
  return call.argv.slice(1).some((word) => /^(?:--help|-h|--version|-V|-\?|help|\/\?)$/.test(word)) || call.argv.length === 1;
}

function disk(call: Call, shell: Shell): Outcome | undefined {
  if (!asksOnly(call)) shell.add({ kind: 'disk', words: call.words });
  return SILENT;
}

/** Disk only when one of the words says so. */
function diskWhen(dangerous: RegExp, harmless?: RegExp): Handler {
  return (call, shell) => {
    const rest = call.argv.slice(1).join(' ');
    if (dangerous.test(` ${rest}`) && !(harmless?.test(` ${rest}`) ?? false) && !asksOnly(call)) shell.add({ kind: 'disk', words: call.words });
    return {};
  };
}

function diskUnless(harmless: RegExp): Handler {
  return diskWhen(/./, harmless);
}

function diskHandlers(): Readonly<Record<string, Handler>> {
  return {
    mkfs: disk,
    newfs: disk,
    mke2fs: disk,
    mkdosfs: disk,
    mkswap: disk,
    wipefs: diskUnless(/ (?:-n|--no-act|--help)\b/),
    fdisk: diskUnless(/ (?:-l|--list|-x|-s|--getsz)\b/),
    sfdisk: diskUnless(/ (?:-l|--list|-d|--dump|-J|--json|-s|-V|--verify|-F)\b/),
    gdisk: diskUnless(/ -l\b/),
    sgdisk: diskUnless(/ (?:-p|--print|-i|-b|--backup\S*|-v|--verify)\b/),
    cgdisk: disk,
    cfdisk: disk,
    parted: diskUnless(/ (?:-l|--list)\b| print\b| unit \S+ print/),
    blkdiscard: disk,
    diskpart: disk,
    format: diskWhen(/ [a-z]:/i),
    'format-volume': disk,
    'clear-disk': disk,
    'initialize-disk': disk,
    'remove-partition': disk,
    'new-partition': disk,
    'set-disk': disk,
    cipher: diskWhen(/ \/w/i),
    mdadm: diskWhen(/ (?:--create|-C|--zero-superblock|--stop|-S|--fail|-f|--remove|-r|--grow|-G|--manage|--build|-B)\b/),
    lvremove: disk,
    vgremove: disk,
    pvremove: disk,
    lvreduce: disk,
    vgreduce: disk,
    pvmove: disk,
    lvconvert: diskWhen(/ (?:--merge|--uncache|--split)/),
    lvresize: diskWhen(/ -(?:-size|L)[ =]?-/),
    pvcreate: disk,
    vgcreate: disk,
    lvm: diskWhen(/ (?:lv|vg|pv)(?:remove|reduce|create)\b/),
    cryptsetup: diskUnless(/ (?:status|luksDump|isLuks|luksUUID|benchmark|--version)\b/),
    dmsetup: diskWhen(/ (?:remove|remove_all|wipe_table|clear)\b/),
    zpool: diskWhen(/ (?:destroy|create|labelclear|remove|detach|offline|replace|split|export|add)\b/, / -n\b/),
    zfs: diskWhen(/ (?:destroy|rollback)\b/, / -[a-z]*n[a-z]*\b/),
    btrfs: diskWhen(/ (?:subvolume|su|sub) (?:delete|del|d)\b| (?:device|dev) (?:delete|remove|del)\b| (?:balance) (?:start)\b| rescue\b| check --repair/),
    hdparm: diskWhen(/--(?:security-erase|trim-sector-ranges|write-sector|make-bad-sector|repair-sector|dco-restore|security-set-pass)/),
    nvme: diskWhen(/ (?:format|sanitize|delete-ns|reset|write|write-zeroes|dsm)\b/),
    sg_format: disk,
    sg_sanitize: disk,
    badblocks: diskWhen(/ -[a-z]*[wn]/),
    'nbd-client': diskWhen(/ -d\b/),
    losetup: diskWhen(/ (?:-d|-D|--detach|--detach-all)\b/),
    umount: diskWhen(/ (?:-[a-z]*[fla][a-z]*|--force|--lazy|--all)\b| \/(?: |$)/),
    fsck: diskWhen(/ -[a-z]*[yfa]/),
    e2fsck: diskWhen(/ -[a-z]*[yfpc]/),
    xfs_repair: diskUnless(/ -n\b/),
    tune2fs: diskUnless(/ -l\b/),
    resize2fs: disk,
    xfs_growfs: disk,
    dmraid: diskWhen(/ -[a-z]*[rx]/),
    multipath: diskWhen(/ -[fF]\b/),
    asr: diskWhen(/ (?:restore|--target|--erase)/),
    gpt: diskWhen(/ (?:destroy|create|remove|add|label|migrate|recover)\b/),
    pdisk: disk,
    hdiutil: diskWhen(/ (?:erasekeys|eject -force|detach -force)\b/),
    newfs_apfs: disk,
    newfs_hfs: disk,
    diskutil: diskWhen(/ (?:erase\w*|zeroDisk|randomDisk|secureErase|partitionDisk|reformat|resizeVolume|splitPartition|mergePartitions|unmountDisk force|(?:apfs|ap) (?:delete\w*|erase\w*|create|resize\w*|addVolume)|(?:appleRAID|ar) (?:delete|create|remove)|(?:coreStorage|cs) (?:delete\w*|create\w*|convert\w*))\b/i),
    'dd.exe': disk,
  };
}

function power(call: Call, shell: Shell): Outcome | undefined {
  if (!/ (?:-c|--help|--version|-\?|\/a|--show)(?= |$)/.test(` ${call.argv.slice(1).join(' ')}`)) shell.add({ kind: 'power', words: call.words });
  return SILENT;
}

function systemctl(call: Call, shell: Shell): Outcome | undefined {
  const verb = readOptions(call.argv, { values: 'Htp', longValues: ['host', 'type', 'property', 'state', 'root'] }).operands[0];
  if (/^(?:poweroff|reboot|halt|suspend|hibernate|rescue|emergency|kexec|isolate|exit)$/.test(verb ?? '')) shell.add({ kind: 'power', words: call.words });
  if (/^(?:enable|reenable|link|preset|add-wants|edit|set-environment|mask)$/.test(verb ?? '')) shell.add({ kind: 'persistence', words: call.words });
  return {};
}

/** `kill -9 -1` ends everything that the person runs. */
function kill(call: Call, shell: Shell): Outcome | undefined {
  const words = call.argv.slice(1);
  const targets = words.filter((word, i) => !(word.startsWith('-') && i === 0) && !(i === 1 && /^-(?:s|n|-signal)$/.test(words[0] ?? '')));
  if (targets.includes('-1') || (targets.includes('1') && words.length <= 2)) shell.add({ kind: 'power', words: call.words });
  return SILENT;
}

function crontab(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'u' });
  if (has(options, 'l') || has(options, 'help', 'V')) return {};
  if (has(options, 'r')) {
    shell.touch('delete', '/var/spool/cron', call);
    return SILENT;
  }
  if (options.operands.length > 0 || call.stdin.from !== 'nowhere' || has(options, 'e')) shell.add({ kind: 'persistence', words: call.words });
  return SILENT;
}

function at(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'fqt' });
  if (has(options, 'l', 'd', 'r', 'V', 'c')) return {};
  if (has(options, 'f') || call.stdin.from !== 'nowhere' || call.name === 'batch') {
    shell.add({ kind: 'persistence', words: call.words });
    if (call.stdin.from !== 'nowhere') shell.runText(call.stdin.text, { ...call, stdin: NO_STREAM });
  }
  return SILENT;
}

function launchctl(call: Call, shell: Shell): Outcome | undefined {
  if (/^(?:load|bootstrap|submit|enable|kickstart|setenv|config)$/.test(call.argv[1] ?? '')) shell.add({ kind: 'persistence', words: call.words });
  return {};
}

/** Folders of this computer that a container gets, as `-v a:b`, `--mount type=bind,source=a,target=b`. */
function mounts(options: ReturnType<typeof readOptions>): readonly { readonly host: Text; readonly inside: Text; readonly readOnly: boolean }[] {
  const found: { host: Text; inside: Text; readOnly: boolean }[] = [];
  for (const value of valuesOf(options, 'v', 'volume')) {
    const [host = '', inside = '', mode = ''] = value.split(':');
    if (inside !== '' && /^[/~.\uE000-\uE00F]/.test(host)) found.push({ host, inside, readOnly: /\bro\b/.test(mode) });
  }
  for (const value of valuesOf(options, 'mount')) {
    const fields = new Map(value.split(',').map((field): [string, string] => [field.split('=')[0] ?? '', field.slice(field.indexOf('=') + 1)]));
    const host = fields.get('source') ?? fields.get('src');
    const inside = fields.get('target') ?? fields.get('dst') ?? fields.get('destination');
    if (host !== undefined && inside !== undefined && fields.get('type') === 'bind') found.push({ host, inside, readOnly: value.includes('readonly') || value.includes(',ro') });
  }
  return found;
}

const RUN_VALUES = {
  values: 'vewunphlamcpt',
  longValues: ['volume', 'mount', 'env', 'workdir', 'user', 'name', 'publish', 'hostname', 'network', 'entrypoint', 'env-file', 'memory', 'cpus', 'label', 'platform', 'device', 'cap-add', 'security-opt', 'restart', 'add-host', 'pull', 'gpus', 'shm-size', 'tmpfs', 'ulimit', 'log-driver', 'log-opt', 'pid', 'ipc', 'net', 'ip', 'expose', 'group-add', 'cidfile', 'stop-signal', 'runtime', 'link', 'dns', 'userns'],
} as const;

/**
 * Containers have their own files: what runs inside is judged for what reaches this computer, which are the
 * folders that are mounted into it.
 */
function container(call: Call, shell: Shell): Outcome | undefined {
  const verbAt = call.argv.findIndex((word, i) => i > 0 && /^(?:run|exec|cp|save|export|build|compose|create)$/.test(word));
  if (verbAt < 0) return undefined;
  const verb = call.argv[verbAt];
  const inner = call.argv.slice(verbAt);
  if (verb === 'cp') {
    const [from, to] = readOptions(inner).operands;
    if (to !== undefined && !/^[^/]+:/.test(to) && to !== '-') shell.touch('write', to, call);
    if (from !== undefined && !/^[^/]+:/.test(from) && from !== '-') shell.touch('read', from, call);
    return {};
  }
  if (verb === 'save' || verb === 'export') {
    const path = lastOf(readOptions(inner, { values: 'o', longValues: ['output'] }), 'o', 'output');
    if (path !== undefined) shell.touch('write', path, call);
    return {};
  }
  if (verb === 'exec') {
    const command = readOptions(inner, { values: 'euwl', longValues: ['env', 'user', 'workdir', 'env-file', 'detach-keys', 'index'], stopAtOperand: true }).operands.slice(1);
    pipedIn(command, call, shell);
    return shell.elsewhere('container', () => shell.runArgv(command, call));
  }
  if (verb === 'compose') {
    const at = inner.findIndex((word, i) => i > 0 && (word === 'exec' || word === 'run'));
    if (at < 0) return {};
    const command = readOptions(inner.slice(at), { values: 'euwvp', longValues: ['env', 'user', 'workdir', 'index', 'name', 'volume', 'publish', 'entrypoint'], stopAtOperand: true }).operands.slice(1);
    return shell.elsewhere('container', () => shell.runArgv(command, call));
  }
  if (verb !== 'run' && verb !== 'create') return {};
  const options = readOptions(inner.map((word) => (word === '-it' || word === '-ti' || word === '-t' ? '-i' : word)), { ...RUN_VALUES, values: 'vewunphlamc', stopAtOperand: true });
  const entry = lastOf(options, 'entrypoint');
  const command = [...(entry === undefined || entry === '' ? [] : [entry]), ...options.operands.slice(1)];
  for (const mount of mounts(options)) {
    const place = shell.locate(mount.host, call);
    if (shell.secretOf(place) !== null) shell.touch('read', mount.host, call);
    if (mount.readOnly || place.area === 'inside' || place.area === 'root' || place.area === 'fresh' || mount.host.endsWith('docker.sock')) continue;
    const swapped = command.map((word) => swapPaths(word, mount.inside, mount.host));
    const workdir = lastOf(options, 'w', 'workdir');
    const folder = workdir === undefined ? null : swapPaths(workdir, mount.inside, place.path ?? mount.host);
    // The command starts in the mounted folder: its relative paths are this computer's as well.
    if (folder !== null && folder !== workdir) shell.runArgv(swapped, { ...call, stdin: NO_STREAM }, { world: withFolder(call.world, folder) });
    else if (swapped.some((word, i) => word !== command[i])) shell.runArgv(swapped, { ...call, stdin: NO_STREAM });
  }
  shell.elsewhere('container', () => shell.runArgv(command, call));
  return {};
}

/** What came from the network runs in the container's shell. */
function pipedIn(command: readonly Text[], call: Call, shell: Shell): void {
  if (call.stdin.from === 'pipe' && call.stdin.fetched && command.every((word, i) => (i === 0 ? /^(?:\S*\/)?(?:ba|z|k|da|a)?sh$/.test(word) : /^-s?$/.test(word)))) shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: true });
}

/** Paths of the container's side become paths of this computer. */
function swapPaths(word: Text, inside: Text, host: Text): Text {
  const from = inside.replace(/\/+$/, '') || '/';
  const to = host.replace(/\/+$/, '');
  return word.replace(new RegExp(`(^|[\\s'"=])${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=/|$|[\\s'";])`, 'g'), (_, lead: string) => `${lead}${to === '' ? '/' : to}`);
}

/** `kubectl exec pod -- cmd`. */
function podCommand(call: Call, shell: Shell): Outcome | undefined {
  const at = call.argv.indexOf('--');
  if (at < 0 || !call.argv.slice(0, at).includes('exec')) return undefined;
  pipedIn(call.argv.slice(at + 1), call, shell);
  return shell.elsewhere('container', () => shell.runArgv(call.argv.slice(at + 1), call));
}

/** The keychain's own tool: a secret that it prints, a keychain or an item that it deletes. */
function keychain(secret: (words: string, call: Call) => boolean): Handler {
  return (call, shell) => {
    if (/^delete-/.test(call.argv[1] ?? '')) shell.touch('delete', `${shell.home}/Library/Keychains`, call);
    return prints(secret)(call, shell);
  };
}

/** With one of these words the operands that hold secrets are read; what they print of a store, `stores.ts` knows. */
function reading(words: RegExp): Handler {
  return (call, shell) => {
    if (call.argv.some((word) => words.test(word)))
      for (const path of call.argv.slice(1)) if (!path.startsWith('-') && shell.secretOf(shell.locate(path, call)) !== null) shell.touch('read', path, call);
    return undefined;
  };
}

function prints(secret: (words: string, call: Call) => boolean): Handler {
  return (call: Call, shell: Shell) => {
    if (!secret(` ${call.argv.slice(1).join(' ')} `, call)) return undefined;
    shell.add({ kind: 'secret-print', words: call.words });
    return { out: { text: HOLE, fetched: false, secret: `${call.name} ${call.argv[1] ?? ''}`, from: 'nowhere' } };
  };
}

/** Tools that hold secrets of other places: reading through them is the person's choice, sending is not. */
function holds(secret: RegExp): Handler {
  return (call) =>
    secret.test(` ${call.argv.slice(1).join(' ')} `) ? { out: { text: HOLE, fetched: false, secret: `${call.name} ${call.argv[1] ?? ''}`, from: 'nowhere' } } : undefined;
}

export function systemHandlers(): Readonly<Record<string, Handler>> {
  return {
    ...diskHandlers(),
    shutdown: power,
    reboot: power,
    halt: power,
    poweroff: power,
    init(call, shell) {
      if (/^[06]$/.test(call.argv[1] ?? '')) shell.add({ kind: 'power', words: call.words });
      return {};
    },
    telinit(call, shell) {
      if (/^[06]$/.test(call.argv[1] ?? '')) shell.add({ kind: 'power', words: call.words });
      return {};
    },
    'stop-computer': power,
    'restart-computer': power,
    systemctl,
    pgrep(call) {
      const pattern = readOptions(call.argv, { values: 'dgGPstuUF' }).operands[0] ?? HOLE;
      return { out: { text: `${HOLE}${pattern}${HOLE}`, fetched: false, secret: null, from: 'nowhere' } };
    },
    kill,
    killall5: power,
    crontab,
    defaults(call, shell) {
      if (call.argv[1] === 'write' && call.argv.some((word) => /^Log(?:in|out)Hook$/.test(word))) shell.add({ kind: 'persistence', words: call.words });
      return undefined;
    },
    at,
    batch: at,
    launchctl,
    schtasks(call, shell) {
      if (call.argv.some((word) => /^\/create$/i.test(word))) shell.add({ kind: 'persistence', words: call.words });
      return {};
    },
    kubectl: podCommand,
    oc: podCommand,
    docker: container,
    podman: container,
    nerdctl: container,
    security: keychain((words) => / (?:find-(?:generic|internet)-password|find-key|export|dump-keychain|find-identity|item) /.test(words) && (/ -[a-z]*[wg]/.test(words) || / (?:dump-keychain|export) /.test(words))),
    'secret-tool': prints((words) => / (?:lookup|search) /.test(words)),
    pass: prints((words) => / show | (?!ls |list |find |grep |insert |generate |rm |mv |cp |git |help |version |init |edit )[\w/.-]+ $/.test(words)),
    gopass: prints((words) => / (?:show|cat) /.test(words)),
    keyring: prints((words) => / get /.test(words)),
    kwallet: prints(() => true),
    gpg: reading(/^(?:-d|--decrypt)$/),
    gh: reading(/^(?:gist|release)$/),
    'vault-token': holds(/./),
  };
}
