// Programs that fetch or send: what they write here, what they run, and which secrets they take along.
import { NO_STREAM, type Stream } from '../facts.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { withFile, withFolder, type World } from '../shell/world.ts';
import { baseName, HOLE, isKnown, type Text } from '../values.ts';
import { has, lastOf, readOptions, valuesOf } from './options.ts';
import { A_SHELL } from './shells.ts';

function fetchedStream(call: Call): Stream {
  return { text: HOLE, fetched: true, secret: call.taint.secret, from: 'nowhere' };
}

function urlFile(url: Text): Text {
  const path = url.replace(/^\w+:\/\//, '').replace(/[?#].*$/, '');
  const name = path.includes('/') ? baseName(path) : '';
  return name === '' ? 'index.html' : name;
}

/** Hosts that are this computer: sending there is not sending away. */
const LOCAL_URL = /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(?:[:/]|$)/i;

const SECRET_VARIABLE = /\$\{?(?:\w*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL)\w*)/i;

function send(secret: string | null, urls: readonly Text[], call: Call, shell: Shell): void {
  if (secret === null || call.remote) return;
  if (urls.length > 0 && urls.every((url) => LOCAL_URL.test(url))) return;
  shell.add(secret === A_SHELL ? { kind: 'reverse-shell', words: call.words } : { kind: 'send', words: call.words, secret });
}

function download(path: Text, world: World, call: Call, shell: Shell): World {
  const place = shell.touch('write', path, call);
  return place.path === null || place.area === 'sink' ? world : withFile(world, place.path, { content: null, downloaded: true, secret: null });
}

const CURL_VALUES = 'oAbcCdDeEFhHKmMPQrtTuUwxXyYz';
const CURL_LONG = [
  'output', 'output-dir', 'cookie-jar', 'dump-header', 'trace', 'trace-ascii', 'stderr', 'libcurl', 'hsts', 'alt-svc', 'etag-save', 'user-agent', 'cookie', 'data', 'data-raw', 'data-binary', 'data-ascii', 'data-urlencode', 'json', 'referer', 'cert', 'key', 'cacert', 'form', 'form-string', 'header', 'config', 'max-time', 'connect-timeout', 'request', 'upload-file', 'user', 'proxy', 'proxy-user', 'write-out', 'url', 'retry', 'retry-delay', 'retry-max-time', 'range', 'max-redirs', 'resolve', 'interface', 'limit-rate', 'unix-socket', 'netrc-file', 'ciphers', 'tls-max', 'noproxy', 'url-query', 'variable', 'parallel-max', 'max-filesize', 'time-cond', 'capath', 'cert-type', 'key-type', 'pass', 'oauth2-bearer', 'aws-sigv4', 'connect-to', 'dns-servers', 'continue-at', 'etag-compare', 'request-target', 'proto', 'socks5', 'socks5-hostname', 'speed-limit', 'speed-time',
] as const;

/** One transfer of a curl command; `--next` starts another one with fresh options. */
function curlTransfer(argv: readonly Text[], world: World, call: Call, shell: Shell): { readonly world: World; readonly toStdout: boolean } {
  const options = readOptions(argv, { values: CURL_VALUES, longValues: CURL_LONG, longFlags: ['remote-name', 'remote-name-all', 'remote-header-name', 'silent', 'location', 'fail', 'create-dirs', 'insecure', 'head', 'include', 'get', 'compressed', 'verbose', 'netrc'] });
  const urls = [...options.operands, ...valuesOf(options, 'url')];
  const folder = lastOf(options, 'output-dir');
  const inFolder = (path: Text): Text => (folder === undefined || path.startsWith('/') ? path : `${folder}/${path}`);
  let now = world;
  for (const path of valuesOf(options, 'o', 'output')) if (path !== '-') now = download(inFolder(path), now, call, shell);
  for (const config of valuesOf(options, 'K', 'config')) {
    const text = config === '-' ? call.stdin.text : (shell.contentOf(config, call)?.content ?? '');
    for (const match of text.matchAll(/(?:^|\n)\s*(?:-o|(?:--)?output)[\s=:]+"?([^"\n]+)/g)) now = download(match[1] ?? '', now, call, shell);
  }
  const remote = has(options, 'O', 'remote-name', 'remote-name-all', 'J');
  if (remote) for (const url of urls) now = download(inFolder(urlFile(url)), now, call, shell);
  for (const path of valuesOf(options, 'c', 'cookie-jar', 'D', 'dump-header', 'trace', 'trace-ascii', 'stderr', 'libcurl', 'hsts', 'alt-svc', 'etag-save')) if (path !== '-' && path !== '%') shell.touch('write', path, call);
  let { secret } = call.taint;
  for (const value of [...valuesOf(options, 'd', 'data', 'data-binary', 'data-ascii', 'json', 'data-urlencode', 'H', 'header'), ...valuesOf(options, 'F', 'form').flatMap((form) => (/=[@<]/.test(form) ? [form.slice(form.search(/=[@<]/) + 1).replace(/;.*$/, '')] : [])), ...valuesOf(options, 'T', 'upload-file').map((path) => `@${path}`), ...valuesOf(options, 'K', 'config').map((path) => `@${path}`)]) {
    const at = /^(?:[\w-]*)[@<](.+)$/.exec(value);
    if (at?.[1] === undefined) continue;
    if (at[1] === '-' || at[1] === '.') secret ??= call.stdin.secret;
    else {
      const place = shell.touch('read', at[1], call);
      secret ??= shell.secretOf(place) ?? shell.contentOf(at[1], call)?.taint.secret ?? null;
    }
  }
  if (secret === null && urls.some((url) => url.includes(HOLE)) && SECRET_VARIABLE.test(call.words.replace(/(?:-H|--header|-u|--user|--oauth2-bearer)[= ]?(?:"[^"]*"|'[^']*'|\S+)/g, '').replace(/(?:-d|--data(?:-\w+)?|--json)[= ]?(?:"[^"]*"|'[^']*'|\S+)/g, ''))) secret = 'a secret variable in the address';
  send(secret, urls, call, shell);
  for (const url of urls) if (/^file:\/\//i.test(url)) shell.touch('read', url.replace(/^file:\/\/(?:localhost)?/i, ''), call);
  return { world: now, toStdout: !remote && valuesOf(options, 'o', 'output').every((path) => path === '-') };
}

function curl(call: Call, shell: Shell): Outcome | undefined {
  if (/^(?:-h|--help|-V|--version|--manual|-M)$/.test(call.argv[1] ?? '')) return {};
  let { world } = call;
  let toStdout = false;
  let from = 1;
  const argv = call.argv;
  for (let i = 1; i <= argv.length; i++) {
    if (i < argv.length && argv[i] !== '--next' && argv[i] !== '-:') continue;
    const result = curlTransfer(['curl', ...argv.slice(from, i)], world, call, shell);
    world = result.world;
    toStdout ||= result.toStdout;
    from = i + 1;
  }
  return { worlds: [world], out: toStdout ? fetchedStream(call) : NO_STREAM };
}

function wget(call: Call, shell: Shell): Outcome | undefined {
  if (/^(?:-h|--help|-V|--version)$/.test(call.argv[1] ?? '')) return {};
  const options = readOptions(call.argv, {
    values: 'oaOPeitTwQARDIXlUB',
    longValues: ['output-document', 'output-file', 'append-output', 'directory-prefix', 'execute', 'input-file', 'tries', 'timeout', 'wait', 'quota', 'accept', 'reject', 'user-agent', 'header', 'save-cookies', 'load-cookies', 'post-data', 'post-file', 'body-data', 'body-file', 'method', 'user', 'password', 'referer', 'level', 'certificate', 'private-key', 'ca-certificate', 'limit-rate', 'default-page', 'warc-file', 'hsts-file', 'rejected-log', 'use-askpass', 'cut-dirs', 'progress', 'max-redirect', 'compression', 'secure-protocol'],
    longFlags: ['quiet', 'continue', 'recursive', 'no-check-certificate', 'background', 'spider', 'mirror'],
  });
  let { world } = call;
  for (const path of valuesOf(options, 'o', 'output-file', 'a', 'append-output', 'save-cookies', 'warc-file', 'hsts-file', 'rejected-log')) if (path !== '-') shell.touch('write', path, call);
  let { secret } = call.taint;
  for (const path of valuesOf(options, 'post-file', 'body-file')) secret ??= path === '-' ? call.stdin.secret : shell.secretOf(shell.touch('read', path, call));
  send(secret, options.operands, call, shell);
  const askpass = lastOf(options, 'use-askpass');
  if (askpass !== undefined) shell.runArgv([askpass], call);
  const document = lastOf(options, 'O', 'output-document');
  if (has(options, 'spider')) return {};
  if (document !== undefined) {
    if (document === '-') return { out: fetchedStream(call) };
    world = download(document, world, call, shell);
    return { worlds: [world], out: NO_STREAM };
  }
  const folder = lastOf(options, 'P', 'directory-prefix');
  for (const url of options.operands) world = download(folder === undefined ? urlFile(url) : `${folder.replace(/\/+$/, '')}/${urlFile(url)}`, world, call, shell);
  return { worlds: [world], out: NO_STREAM };
}

function aria2c(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'dolxsjkim', longValues: ['dir', 'out', 'log', 'input-file', 'max-connection-per-server', 'split'] });
  const folder = lastOf(options, 'd', 'dir') ?? '.';
  let { world } = call;
  for (const url of options.operands) world = download(`${folder}/${lastOf(options, 'o', 'out') ?? urlFile(url)}`, world, call, shell);
  return { worlds: [world], out: NO_STREAM };
}

function httpie(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'oapA', longValues: ['output', 'auth', 'print', 'auth-type', 'session', 'timeout', 'verify', 'cert'] });
  let { world } = call;
  const out = lastOf(options, 'o', 'output');
  if (out !== undefined) world = download(out, world, call, shell);
  else if (has(options, 'd', 'download')) for (const url of options.operands.slice(-1)) world = download(urlFile(url), world, call, shell);
  let secret = call.taint.secret ?? call.stdin.secret;
  for (const word of options.operands) {
    const at = /[@](.+)$/.exec(word);
    if (at?.[1] !== undefined && !word.includes('://')) secret ??= shell.secretOf(shell.touch('read', at[1], call));
  }
  send(secret, options.operands.filter((word) => /[.:/]/.test(word)).slice(0, 1), call, shell);
  return { worlds: [world], out: out === undefined ? fetchedStream(call) : NO_STREAM };
}

/** Programs that print what they fetch. */
function fetches(call: Call): Outcome | undefined {
  return { out: fetchedStream(call) };
}

const EXECUTES = /^-(?:[a-zA-Z]*[ec])$/;

function netcat(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'ecpswiqgGoTXx', longValues: ['exec', 'sh-exec', 'lua-exec', 'output', 'source', 'source-port', 'wait', 'idle-timeout'] });
  const runs = lastOf(options, 'e', 'c', 'exec', 'sh-exec');
  if (runs !== undefined) {
    if (/(?:^|\/|\s)(?:ba|z|k|da|a|c)?sh\b|cmd(?:\.exe)?|powershell|pwsh|python|perl/i.test(runs)) shell.add({ kind: 'reverse-shell', words: call.words });
    else if (call.argv.some((word) => EXECUTES.test(word))) shell.runText(runs, call);
  }
  const output = lastOf(options, 'o', 'output');
  if (output !== undefined) shell.touch('write', output, call);
  if (has(options, 'l', 'listen', 'z')) return { out: fetchedStream(call) };
  send(call.stdin.secret ?? call.taint.secret, options.operands.slice(0, 1), call, shell);
  return { out: fetchedStream(call) };
}

function socat(call: Call, shell: Shell): Outcome | undefined {
  const words = call.argv.slice(1).filter((word) => !word.startsWith('-'));
  const runs = words.some((word) => /^(?:exec|system|shell):/i.test(word));
  const net = words.some((word) => /^(?:tcp|udp|openssl|ssl|sctp|socks|proxy)/i.test(word));
  if (runs && net) shell.add({ kind: 'reverse-shell', words: call.words });
  for (const word of words) {
    const file = /^(?:open|create|gopen|file):([^,]+)/i.exec(word);
    if (file?.[1] !== undefined) {
      const place = shell.touch(/create|trunc|append|wronly/i.test(word) ? 'write' : 'read', file[1], call);
      if (net) send(shell.secretOf(place), [], call, shell);
    }
  }
  if (net) send(call.stdin.secret, words.filter((word) => /localhost|127\.0\.0\.1/.test(word)).length > 0 ? ['localhost'] : [], call, shell);
  return { out: fetchedStream(call) };
}

/** ssh runs text elsewhere: its paths are not ours, what is fed to it leaves this computer. */
function ssh(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'BbcDEeFIiJLlmOopQRSWw', stopAtOperand: true });
  for (const option of valuesOf(options, 'o')) {
    const command = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ](.+)$/i.exec(option);
    if (command?.[1] !== undefined) shell.runText(command[1], call);
  }
  const log = lastOf(options, 'E');
  if (log !== undefined) shell.touch('write', log, call);
  const host = options.operands[0] ?? '';
  send(call.stdin.secret ?? call.taint.secret, [host.replace(/^.*@/, '')], call, shell);
  const words = options.operands.slice(1).join(' ');
  // A here-document without a command is typed into the shell there.
  const command = words !== '' ? words : call.stdin.from === 'heredoc' ? call.stdin.text : '';
  const stdin = words === '' ? NO_STREAM : { ...call.stdin, from: call.stdin.from === 'heredoc' ? call.stdin.from : ('nowhere' as const), text: call.stdin.from === 'heredoc' ? call.stdin.text : '' };
  if (command !== '' && isKnown(command)) {
    // ssh to this computer runs here, in the home folder; elsewhere most paths are not ours.
    if (LOCAL_URL.test(host.replace(/^.*@/, ''))) shell.runText(command, { ...call, stdin }, { world: withFolder(call.world, shell.home) });
    else shell.elsewhere('host', () => shell.runText(command, { ...call, stdin }));
  }
  return { out: { ...fetchedStream(call), fetched: true } };
}

function dns(call: Call, shell: Shell): Outcome | undefined {
  send(call.taint.secret, [], call, shell);
  return { out: fetchedStream(call) };
}

function mail(call: Call, shell: Shell): Outcome | undefined {
  const options = readOptions(call.argv, { values: 'sabcrASqt' });
  let secret = call.stdin.secret ?? call.taint.secret;
  for (const path of valuesOf(options, 'a', 'A')) secret ??= shell.secretOf(shell.touch('read', path, call));
  send(secret, [], call, shell);
  return {};
}

export function networkHandlers(): Readonly<Record<string, Handler>> {
  return {
    curl,
    wget,
    wget2: wget,
    aria2c,
    http: httpie,
    https: httpie,
    xh: httpie,
    httpie,
    fetch: fetches,
    lynx: fetches,
    links: fetches,
    w3m: fetches,
    elinks: fetches,
    axel(call, shell) {
      const options = readOptions(call.argv, { values: 'onsSHUT', longValues: ['output'] });
      let { world } = call;
      for (const url of options.operands) world = download(lastOf(options, 'o', 'output') ?? urlFile(url), world, call, shell);
      return { worlds: [world], out: NO_STREAM };
    },
    nc: netcat,
    ncat: netcat,
    netcat,
    'nc.traditional': netcat,
    'nc.openbsd': netcat,
    socat,
    ssh,
    autossh: ssh,
    ztcp(call, shell) {
      const [host] = readOptions(call.argv, { values: 'd' }).operands;
      if (host !== undefined && !LOCAL_URL.test(host) && !call.argv.some((word) => /^-[a-z]*[lca]/.test(word))) shell.add({ kind: 'reverse-shell', words: call.words });
      return {};
    },
    mosh: ssh,
    telnet(call, shell) {
      send(call.stdin.secret, call.argv.slice(1, 2), call, shell);
      return { out: fetchedStream(call) };
    },
    openssl(call, shell) {
      const options = readOptions(call.argv, { singleDash: true, longValues: ['in', 'out', 'inkey', 'key', 'keyout', 'passin', 'passout', 'connect', 'CAfile', 'subj', 'days', 'config', 'newkey', 'cert', 'servername', 'signkey', 'k', 'pass', 'K', 'iv', 'md', 'sigfile', 'sign', 'verify'] });
      const [verb = ''] = options.operands;
      for (const path of valuesOf(options, 'out', 'keyout')) shell.touch('write', path, call);
      let secret = call.stdin.secret;
      // Showing a certificate is not showing a key; using a key to sign is not reading it out.
      if (!/^(?:x509|req|verify|crl|s_client|s_server|ca|dgst|cms|smime|ocsp|ts|speed|rand|version|genrsa|genpkey|ecparam|dhparam|passwd|prime|list)$/.test(verb) && !has(options, 'pubout', 'check'))
        for (const path of valuesOf(options, 'in', 'inkey')) secret ??= shell.secretOf(shell.touch('read', path, call));
      if (verb === 's_client') send(call.stdin.secret, valuesOf(options, 'connect'), call, shell);
      return { out: { text: decoded(call, options.flags, verb), fetched: call.stdin.fetched, secret, from: 'nowhere', decoded: true } };
    },
    dig: dns,
    nslookup: dns,
    host: dns,
    ping: dns,
    mail,
    mailx: mail,
    mutt: mail,
    sendmail: mail,
  };
}

/** `openssl base64 -d` and `openssl enc -base64 -d` of known text. */
function decoded(call: Call, flags: ReadonlySet<string>, verb: Text): Text {
  if (!isKnown(call.stdin.text) || !flags.has('d')) return HOLE;
  return verb === 'base64' || flags.has('base64') || flags.has('a') ? Buffer.from(call.stdin.text, 'base64').toString('utf8') : HOLE;
}
