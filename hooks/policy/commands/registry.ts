// Which handler knows which program. The names stand here, the tables are built when one of their programs
// is first met: a hook lives for one call, and most of them are never needed.
import type { Handler } from '../shell/call.ts';
import { archiveHandlers } from './archive.ts';
import { builtinHandlers } from './builtins.ts';
import { carrierHandlers } from './carriers.ts';
import { fileHandlers } from './files.ts';
import { fd, find } from './find.ts';
import { git } from './git.ts';
import { interpreterHandlers, scriptLanguages } from './interpreters.ts';
import { networkHandlers } from './network.ts';
import { powershellHandlers } from './powershell.ts';
import { evalText, scriptOf, shellProgram, source, trap } from './shells.ts';
import { systemHandlers } from './system.ts';
import { textHandlers } from './text.ts';
import { parallel, wrapperHandlers, xargs } from './wrappers.ts';

type Table = () => Readonly<Record<string, Handler>>;

function shellHandlers(): Readonly<Record<string, Handler>> {
  const shells = 'sh bash zsh dash ksh mksh ash fish rbash csh tcsh yash pdksh bash5 elvish nu xonsh'.split(' ');
  return { ...Object.fromEntries(shells.map((name): [string, Handler] => [name, shellProgram])), eval: evalText, source, '.': source, trap, xargs, gxargs: xargs, parallel, find, gfind: find, bfs: find, fd, fdfind: fd, git, hub: git };
}

/** Tables with the names in them; a test holds both together. */
export const TABLES: readonly (readonly [Table, string])[] = [
  [shellHandlers, 'sh bash zsh dash ksh mksh ash fish rbash csh tcsh yash pdksh bash5 elvish nu xonsh eval source . trap xargs gxargs parallel find gfind bfs fd fdfind git hub'],
  [wrapperHandlers, 'chroot env nohup setsid setpriv time gtime nice ionice chrt taskset cpulimit timeout gtimeout stdbuf unbuffer caffeinate command builtin exec noglob nocorrect then do else coproc chronic retry dbus-run-session xvfb-run strace ltrace dtruss fakeroot proot unshare nsenter firejail bwrap flock watch entr hyperfine script busybox toybox uv poetry pipenv pdm hatch rye conda mamba micromamba bundle pnpm yarn npm npx bunx uvx pipx volta fnm nvm mise asdf rbenv pyenv rustup direnv dotenv cross-env cross-env-shell concurrently nodemon aws aws-vault op doppler infisical chamber teller sudo sudo-rs doas pkexec run0 dzdo pfexec gsudo please gksudo gksu kdesu kdesudo sudoedit visudo runas su rtk'],
  [builtinHandlers, 'cd chdir set-location pushd popd alias unalias unset set shift read mapfile readarray echo print printf exit return mktemp ls cat tr rev base64 gbase64 xxd pwd basename dirname realpath readlink seq true false : [ test which type hash whoami date printenv'],
  [textHandlers, 'sed gsed awk gawk mawk nawk grep egrep fgrep ggrep zgrep rg ag ack sort gsort head ghead tail gtail tac nl uniq cut less more most bat batcat od hexdump hd strings paste column fold fmt pr expand comm join diff colordiff sdiff cmp zcat gzcat bzcat xzcat zstdcat iconv jq gojq jaq yq sd envsubst vi vim nvim view ex ed nano pico micro code patch dos2unix'],
  [carrierHandlers, 'ssh-agent shx systemd-run devbox nix nix-shell make gmake just sqlite3 duckdb psql mysql mariadb gdb lldb m4 jupyter zx rake gradle man emacs go swift elixir groovy scala guile sbcl clojure kotlin'],
  [archiveHandlers, 'tar gtar bsdtar unzip zip 7z 7za 7zz unrar gzip gunzip pigz bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 brotli cpio pax'],
  [systemHandlers, 'hdiutil mkfs newfs mke2fs mkdosfs mkswap wipefs fdisk sfdisk gdisk sgdisk cgdisk cfdisk parted blkdiscard diskpart format format-volume clear-disk initialize-disk remove-partition new-partition set-disk cipher mdadm lvremove vgremove pvremove lvreduce vgreduce pvmove lvconvert lvresize pvcreate vgcreate lvm cryptsetup dmsetup zpool zfs btrfs hdparm nvme sg_format sg_sanitize badblocks nbd-client losetup umount fsck e2fsck xfs_repair tune2fs resize2fs xfs_growfs dmraid multipath asr gpt pdisk newfs_apfs newfs_hfs diskutil dd.exe shutdown reboot halt poweroff init telinit stop-computer restart-computer systemctl pgrep kill killall5 crontab defaults at batch launchctl schtasks kubectl oc docker podman nerdctl security secret-tool pass gopass keyring kwallet gpg gh vault-token'],
  [networkHandlers, 'curl wget wget2 aria2c http https xh httpie fetch lynx links w3m elinks axel nc ncat netcat nc.traditional nc.openbsd socat ssh autossh ztcp mosh telnet openssl dig nslookup host ping mail mailx mutt sendmail'],
  [interpreterHandlers, 'python pypy pypy3 ipython node nodejs tsx ts-node ruby jruby perl php lua luajit rscript r julia deno bun tclsh osascript expect tmux screen'],
  [fileHandlers, 'gcc g++ cc c++ clang clang++ tcc rustc ld nasm dot wasm-pack wat2wasm tsc esbuild pandoc rm grm unlink rmdir srm trash trash-put gio rimraf del-cli wipe scrub del erase rd shred gshred touch mkdir md mkfifo mknod truncate fallocate chmod chown chgrp chattr chflags setfacl xattr cp gcp copy install ginstall ditto mv gmv ren rename ln link tee sponge dd gdd rsync scp split'],
  [powershellHandlers, 'powershell pwsh cmd remove-item ri clear-item clear-content set-content add-content out-file new-item ni tee-object export-csv get-content gc copy-item move-item rename-item test-path get-item gi resolve-path rvpa convert-path split-path join-path get-acl get-filehash get-itemproperty gp select-object where-object sort-object measure-object compress-archive expand-archive start-bitstransfer vssadmin bcdedit wbadmin reg get-childitem gci dir invoke-webrequest iwr invoke-restmethod irm invoke-expression iex start-process saps'],
];

/** `mkfs.ext4`, `python3.11`: families of names. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^mkfs\./, 'mkfs'],
  [/^newfs_/, 'newfs'],
  [/^fsck[._]/, 'fsck'],
  [/^python[23](?:\.\d+)?$/, 'python'],
  [/^pypy\d/, 'pypy'],
  [/^ruby\d/, 'ruby'],
  [/^perl5/, 'perl'],
  [/^php\d/, 'php'],
  [/^lua\d/, 'lua'],
  [/^node\d/, 'node'],
  [/^bash-?\d/, 'bash'],
];

let owners: ReadonlyMap<string, Table> | null = null;
const built = new Map<Table, Readonly<Record<string, Handler>>>();

function ownerOf(name: string): Table | undefined {
  owners ??= new Map(TABLES.flatMap(([table, names]) => names.split(' ').map((each): [string, Table] => [each, table])));
  return owners.get(name) ?? owners.get(FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? '');
}

export const hasHandler = (name: string): boolean => ownerOf(name) !== undefined;

export function handlerFor(name: string): Handler | undefined {
  const table = ownerOf(name);
  if (table === undefined) return undefined;
  let handlers = built.get(table);
  if (handlers === undefined) {
    handlers = table();
    built.set(table, handlers);
  }
  return handlers[name] ?? handlers[FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? ''];
}

/** Runs the text of a script that this command wrote itself: `argv` is `[language, content, path, …]`. */
export const runScript: Handler = (call, shell) => scriptOf(scriptLanguages())(call, shell);
