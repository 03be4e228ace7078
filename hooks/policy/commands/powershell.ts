// PowerShell and cmd fragments: cmdlets by name, `powershell -Command TEXT`, `cmd /c TEXT`.
import { NO_STREAM, type Stream } from '../facts.ts';
import { BoundReached, MAX_DEPTH } from '../limits.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { withFile, type World } from '../shell/world.ts';
import { HOLE, type Text } from '../values.ts';
import { pipelines, stageWords } from './powershell-text.ts';

function named(call: Call, ...names: readonly string[]): readonly Text[] {
  const out: Text[] = [];
  call.argv.forEach((word, i) => {
    const match = /^-([A-Za-z]+)(?::(.*))?$/.exec(word);
    const given = match?.[1]?.toLowerCase();
    if (given === undefined || given.length < 2 || !names.some((name) => name.startsWith(given))) return;
    out.push(...(match?.[2] ?? call.argv[i + 1] ?? '').split(','));
  });
  return out;
}

const SWITCHES = /^-(?:recurse|r|force|fo|confirm|verbose|whatif|passthru|append|nonewline|wait|nonewwindow|rec|recur)(?::.*)?$/i;

/** Words that are neither parameters nor their values. */
function positional(call: Call): readonly Text[] {
  const out: Text[] = [];
  for (let i = 1; i < call.argv.length; i++) {
    const word = call.argv[i] ?? '';
    if (/^-[A-Za-z]/.test(word)) {
      if (!SWITCHES.test(word) && !word.includes(':')) i++;
    } else out.push(...word.split(',').filter((piece) => piece !== ''));
  }
  return out;
}

function path(text: Text, call: Call, shell: Shell): Text {
  // The registry is nobody's working folder.
  return text.replaceAll('\\', '/').replace(/^(?:Registry::)?(?=HK(?:CU|LM|CR|U|EY_\w+):?\/)/i, '/').replace(/^~(?=[\\/]|$)/, () => shell.home).replace(/^\$(?:env:)?(?:HOME|USERPROFILE)(?=[\\/]|$)/i, () => shell.home).replace(/^\$(?:PWD|pwd)(?=[\\/]|$)/i, () => call.world.cwd ?? HOLE).replace(/^\$env:(?:TEMP|TMP|TMPDIR)/i, '/tmp').replace(/^\$[A-Za-z_:]\w*/, HOLE).replaceAll('*', '\uE001');
}

function targets(call: Call, shell: Shell, ...names: readonly string[]): readonly Text[] {
  const byName = named(call, ...names);
  return (byName.length > 0 ? byName : positional(call).slice(0, 1)).map((text) => path(text, call, shell));
}

function removes(call: Call, shell: Shell): Outcome | undefined {
  const list = targets(call, shell, 'path', 'literalpath');
  for (const target of list) shell.touch('delete', target, call, { follow: false });
  if (list.length === 0 && call.stdin.from === 'pipe') for (const line of call.stdin.text.split('\n')) if (line !== '') shell.touch('delete', line, call, { follow: false });
  return {};
}

function writes(call: Call, shell: Shell): Outcome | undefined {
  for (const target of targets(call, shell, 'path', 'literalpath', 'filepath')) shell.touch('write', target, call);
  return {};
}

function reads(call: Call, shell: Shell): Outcome | undefined {
  if (targets(call, shell, 'path', 'literalpath').length === 0 && call.stdin.from === 'pipe') for (const line of call.stdin.text.split('\n')) if (line !== '') shell.touch('read', line, call);
  for (const target of targets(call, shell, 'path', 'literalpath')) shell.touch('read', target, call);
  return {};
}

function copies(act: 'read' | 'move'): Handler {
  return (call, shell) => {
    const from = targets(call, shell, 'path', 'literalpath');
    const to = named(call, 'destination', 'destinationpath', 'newname')[0] ?? positional(call).slice(1).at(-1);
    for (const source of from) shell.touch(act, source, call);
    if (to !== undefined) shell.touch('write', path(to, call, shell), call);
    return {};
  };
}

const fetched: Stream = { text: HOLE, fetched: true, secret: null, from: 'nowhere' };

function webRequest(call: Call, shell: Shell): Outcome | undefined {
  const file = named(call, 'outfile')[0];
  if (file === undefined) return { out: fetched };
  const place = shell.touch('write', path(file, call, shell), call);
  return { worlds: place.path === null ? [call.world] : [withFile(call.world, place.path, { content: null, downloaded: true, secret: null })], out: NO_STREAM };
}

function invokeExpression(call: Call, shell: Shell): Outcome | undefined {
  const text = [...named(call, 'command'), ...positional(call)].join(' ');
  if (call.stdin.from === 'pipe') shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: call.stdin.fetched });
  if (/\b(?:iwr|irm|wget|curl|Invoke-WebRequest|Invoke-RestMethod|DownloadString|DownloadFile|WebClient)\b/i.test(text) || call.taint.fetched) shell.add({ kind: 'download-run', words: call.words });
  return runPowerShell(text, call, shell);
}

function startProcess(call: Call, shell: Shell): Outcome | undefined {
  if (named(call, 'verb').some((verb) => /^runas$/i.test(verb))) shell.add({ kind: 'elevation', words: call.words });
  const program = named(call, 'filepath')[0] ?? positional(call)[0];
  const args = named(call, 'argumentlist');
  return program === undefined ? {} : shell.runArgv([program, ...args], call);
}

function lists(call: Call, shell: Shell): Outcome | undefined {
  const from = targets(call, shell, 'path', 'literalpath');
  return { out: { text: `${(from.length > 0 ? from : ['.']).map((each) => `${each}/\uE001`).join('\n')}\n`, fetched: false, secret: null, from: 'nowhere' } };
}

/** Cmdlets that look at a file's name, size or rights: they pass on what they were given, never content. */
function looksAt(call: Call, shell: Shell): Outcome | undefined {
  const given = targets(call, shell, 'path', 'literalpath');
  return { out: { text: given.length > 0 ? `${given.join('\n')}\n` : call.stdin.text, fetched: false, secret: null, from: 'nowhere' } };
}

/** What comes in goes on, or a part of it. */
function passes(call: Call): Outcome | undefined {
  return { out: call.stdin };
}

/** Boot and recovery settings, shadow copies. */
function disk(pattern: RegExp): Handler {
  return (call, shell) => {
    if (pattern.test(call.argv.slice(1).join(' '))) shell.add({ kind: 'disk', words: call.words });
    return {};
  };
}

function reg(call: Call, shell: Shell): Outcome | undefined {
  const [, verb = '', key = ''] = call.argv;
  if (/^add$/i.test(verb) && /[\\/]Run(?:Once)?(?:[\\/]|$)|Winlogon|Image File Execution/i.test(key)) shell.add({ kind: 'persistence', words: call.words });
  if (/^(?:delete|import|restore|load)$/i.test(verb)) shell.touch('delete', path(key, call, shell), call);
  return {};
}

/** Aliases that mean something else in a POSIX shell, or nothing. */
const ALIASES: Readonly<Record<string, string>> = { type: 'get-content', sl: 'set-location', 'push-location': 'pushd', 'pop-location': 'popd', sls: 'get-content', 'select-string': 'get-content', move: 'move-item', mi: 'move-item', cpi: 'copy-item', rni: 'rename-item', where: 'where-object', '?': 'where-object', select: 'where-object', ls: 'get-childitem', clc: 'clear-content', ac: 'add-content', sc: 'set-content', epcsv: 'export-csv' };

/** Programs of this name take PowerShell's own parameters when one is given. */
const SHARED: Readonly<Record<string, string>> = { rm: 'remove-item', del: 'remove-item', erase: 'remove-item', rd: 'remove-item', rmdir: 'remove-item', cp: 'copy-item', copy: 'copy-item', mv: 'move-item', ren: 'rename-item', cat: 'get-content', mkdir: 'new-item', md: 'new-item' };
const PARAMETER = /^-(?:recurse|force|fo|path|literalpath|destination|errora\w*|ea|confirm|filter|include|exclude|verbose|itemtype|value|raw|whatif)\b/i;

function programOf(words: readonly Text[], piped: boolean): readonly Text[] {
  const [first = '', ...rest] = words;
  const name = first.toLowerCase();
  const other = Object.hasOwn(ALIASES, name) ? ALIASES[name] : Object.hasOwn(SHARED, name) && ((piped && rest.length === 0) || rest.some((word) => PARAMETER.test(word))) ? SHARED[name] : undefined;
  return other === undefined ? words : [other, ...rest];
}

/** `[IO.File]::Delete("x")`, `$client.DownloadFile(url, "x")`. Answers the world with the fetched files. */
function methods(text: Text, call: Call, shell: Shell, value: (word: Text) => readonly Text[]): World {
  let { world } = call;
  for (const match of text.matchAll(/(\[(?:System\.)?IO\.\w+\]::|\.(?=DownloadFile\b))(\w+)\(([^()]*)\)/gi)) {
    const [first = HOLE, second] = stageWords((match[3] ?? '').replace(/,/g, ' '), value).map((word) => path(word, call, shell));
    const method = match[2] ?? '';
    if (/^DownloadFile/i.test(method)) {
      const place = shell.touch('write', second ?? HOLE, call);
      if (place.path !== null) world = withFile(world, place.path, { content: null, downloaded: true, secret: null });
    } else if (/^Delete$/i.test(method)) shell.touch('delete', first, call, { follow: false });
    else if (/^(?:Write|Append|Create|Open(?!Read|Text))/i.test(method)) shell.touch('write', first, call);
    else if (/^(?:Read|Open)/i.test(method)) shell.touch('read', first, call);
    else if (/^(?:Copy|Move|Replace)$/i.test(method)) {
      shell.touch(/^Copy$/i.test(method) ? 'read' : 'move', first, call);
      shell.touch('write', second ?? HOLE, call);
    }
  }
  return world;
}

const KEYWORDS = /^(?:%|\?|foreach-object|where-object|try|catch|finally|else|do|begin|process|end|function\b.*|param\b.*|for\s*\(.*)$/is;

/** A small reading of PowerShell text: cmdlets with literal arguments, variables, blocks, pipelines. */
export function runPowerShell(text: Text, outer: Call, shell: Shell): Outcome {
  if (outer.depth > MAX_DEPTH) throw new BoundReached('depth');
  let call: Call = { ...outer, depth: outer.depth + 1 };
  // Here-strings become plain ones: what stands in them is data.
  const whole = text.replace(/\r/g, '').replace(/<#[\s\S]*?#>/g, '').replace(/@'\n([\s\S]*?)\n'@/g, (_, body: string) => `'${body.replaceAll("'", "''")}'`).replace(/@"\n([\s\S]*?)\n"@/g, (_, body: string) => `"${body.replace(/[`"]/g, '`$&')}"`);
  const clean = whole.replace(/(^|\s)#[^\n]*/g, '$1');
  const vars = new Map<string, readonly Text[]>();
  const value = (word: Text): readonly Text[] => {
    const known = vars.get(/^\$\{?(\w+)\}?$/.exec(word)?.[1]?.toLowerCase() ?? '');
    if (known !== undefined) return known;
    const filled = word.replace(/\$\{?(\w+)\}?/g, (whole, name: string) => vars.get(name.toLowerCase())?.[0] ?? whole);
    return [/^(?:~|\$(?:env:)?(?:home|userprofile|pwd|te?mp|tmpdir))(?=\/|$)/i.test(filled) ? path(filled, call, shell) : filled.replace(/^\$(?!_|null\b|true\b|false\b|psitem\b)[A-Za-z]\w*(?:\.\w+)*$/i, HOLE)];
  };
  if (/\b(?:DownloadString|DownloadFile|DownloadData)\b|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b/i.test(clean) && /\b(?:iex|Invoke-Expression)\b|scriptblock\]::Create|\|\s*(?:powershell|pwsh)\b/i.test(clean)) shell.add({ kind: 'download-run', words: call.words });
  call = { ...call, world: methods(clean, call, shell, value) };
  for (const stages of pipelines(whole)) {
    let stdin: Stream = NO_STREAM;
    for (const stage of stages) {
      if (KEYWORDS.test(stage)) continue;
      const each = /^foreach\s*\(\s*\$(\w+)\s+in\s+([\s\S]*)\)$/i.exec(stage);
      if (each !== null) {
        if (/^[A-Za-z]/.test(each[2] ?? '')) {
          const listed = shell.runArgv(programOf(stageWords(each[2] ?? '', value), false), call).out?.text ?? HOLE;
          vars.set((each[1] ?? '').toLowerCase(), listed.split('\n').filter((line) => line !== '').slice(0, 64));
        } else vars.set((each[1] ?? '').toLowerCase(), stageWords((each[2] ?? '').replace(/^@\(|\)$/g, ''), value).flatMap((word) => word.split(',')).slice(0, 64));
        continue;
      }
      const assigned = /^\$(\w+)\s*=\s*/.exec(stage);
      const body = stage.slice(assigned?.[0].length ?? 0).replace(/^(?:if|elseif|while|until|switch|return)\s*(?=\()/i, '');
      const called = /^[&.]\s+/.test(body);
      const bare = body.replace(/^[&.]\s+/, '').replace(/^[({]\s*/, '').replace(/[)}]\s*$/, '');
      const loop = /^(?:ForEach-Object|foreach|%)\s*(?:-process\s*)?\{([\s\S]*)\}$/i.exec(stage);
      if (loop !== null) {
        const inner = loop[1] ?? '';
        for (const line of stdin.text.split('\n').filter((each) => each !== '').slice(0, 16)) {
          if (/\$_\.Delete\(/i.test(inner)) shell.touch('delete', line, call, { follow: false });
          runPowerShell(inner.replace(/\$(?:_|PSItem)(?:\.\w+)?/gi, () => `'${line.replaceAll("'", "''")}'`), call, shell);
        }
        continue;
      }
      const argv = stageWords(bare, value);
      if (argv.length === 0) continue;
      for (let i = 0; i < argv.length; i++) if (/^[\d*]?>{1,2}$/.test(argv[i] ?? '') && argv[i + 1] !== undefined && !/^\$null$/i.test(argv[i + 1] ?? '')) shell.touch('write', path(argv[i + 1] ?? '', call, shell), call);
      // A string, a number, a variable: a value on its way, no program.
      if (!called && /^['"@$\d[]|^\.{1,2}[\\/]?$/.test(bare)) {
        const values = argv.flatMap((word) => word.split(',')).filter((word) => word !== '');
        if (assigned !== null) vars.set((assigned[1] ?? '').toLowerCase(), values);
        stdin = { text: values.join('\n'), fetched: false, secret: null, from: 'pipe' };
        continue;
      }
      const result = shell.runArgv(programOf(argv, stdin.from === 'pipe'), call, { stdin });
      const after = result.worlds?.at(-1);
      if (after !== undefined && stages.length === 1) call = { ...call, world: { ...after, stdin: call.world.stdin } };
      stdin = { ...(result.out ?? NO_STREAM), from: 'pipe' };
      if (assigned !== null) vars.set((assigned[1] ?? '').toLowerCase(), stdin.text === '' ? [HOLE] : stdin.text.split('\n').filter((line) => line !== ''));
    }
  }
  return {};
}

function powershell(call: Call, shell: Shell): Outcome | undefined {
  const { argv } = call;
  for (let i = 1; i < argv.length; i++) {
    const word = (argv[i] ?? '').toLowerCase();
    if (/^[-/](?:c|co\w*|command)$/.test(word) && argv[i + 1] === '-') break;
    if (/^[-/](?:c|co\w*|command)$/.test(word)) return runPowerShell(argv.slice(i + 1).join(' '), call, shell);
    if (/^[-/](?:e|ec|en\w*|encodedcommand)$/.test(word)) return runPowerShell(Buffer.from(argv[i + 1] ?? '', 'base64').toString('utf16le'), call, shell);
    if (/^[-/](?:f|fi\w*|file)$/.test(word)) {
      shell.runFile(argv[i + 1] ?? '', call);
      return {};
    }
    if (/^[-/](?:ex\w*|ep|executionpolicy|w|windowstyle|v|version|inputformat|outputformat|configurationname|psconsolefile|workingdirectory)$/.test(word)) i++;
    else if (!/^[-/]/.test(word)) return runPowerShell(argv.slice(i).join(' '), call, shell);
  }
  if (call.stdin.from === 'pipe') shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: call.stdin.fetched });
  if (call.stdin.from !== 'nowhere') return runPowerShell(call.stdin.text, call, shell);
  return {};
}

function cmd(call: Call, shell: Shell): Outcome | undefined {
  const at = call.argv.findIndex((word) => /^\/[ck]$/i.test(word) || /^\/\/[ck]$/i.test(word));
  if (at < 0 && call.argv.length === 1 && call.stdin.from === 'pipe') shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: call.stdin.fetched });
  return at < 0 ? {} : runPowerShell(call.argv.slice(at + 1).join(' ').replaceAll('&', ';'), call, shell);
}

export function powershellHandlers(): Readonly<Record<string, Handler>> {
  return {
    powershell,
    pwsh: powershell,
    cmd,
    'remove-item': removes,
    ri: removes,
    'clear-item': removes,
    'clear-content': writes,
    'set-content': writes,
    'add-content': writes,
    'out-file': writes,
    'new-item': writes,
    ni: writes,
    'tee-object': writes,
    'export-csv': writes,
    'get-content': reads,
    gc: reads,
    'copy-item': copies('read'),
    'move-item': copies('move'),
    'rename-item': copies('move'),
    'test-path': looksAt,
    'get-item': looksAt,
    gi: looksAt,
    'resolve-path': looksAt,
    rvpa: looksAt,
    'convert-path': looksAt,
    'split-path': looksAt,
    'join-path': looksAt,
    'get-acl': looksAt,
    'get-filehash': looksAt,
    'get-itemproperty': looksAt,
    gp: looksAt,
    'select-object': passes,
    'where-object': passes,
    'sort-object': passes,
    'measure-object': passes,
    'compress-archive': copies('read'),
    'expand-archive': copies('read'),
    'start-bitstransfer'(call, shell) {
      const to = named(call, 'destination')[0] ?? positional(call)[1];
      if (to !== undefined) shell.touch('write', path(to, call, shell), call);
      return {};
    },
    vssadmin: disk(/^(?:delete|resize)\b/i),
    bcdedit: disk(/^\/(?:set|delete|create|import)/i),
    wbadmin: disk(/^delete\b/i),
    reg,
    'get-childitem': lists,
    gci: lists,
    dir: lists,
    'invoke-webrequest': webRequest,
    iwr: webRequest,
    'invoke-restmethod': webRequest,
    irm: webRequest,
    'invoke-expression': invokeExpression,
    iex: invokeExpression,
    'start-process': startProcess,
    saps: startProcess,
  };
}
