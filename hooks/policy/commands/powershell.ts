// PowerShell and cmd fragments: cmdlets by name, `powershell -Command TEXT`, `cmd /c TEXT`.
import { NO_STREAM, type Stream } from '../facts.ts';
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { HOLE, type Text } from '../values.ts';

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
  return text.replace(/^~(?=[\\/]|$)/, () => shell.home).replace(/^\$(?:env:)?(?:HOME|USERPROFILE)(?=[\\/]|$)/i, () => shell.home).replace(/^\$(?:PWD|pwd)(?=[\\/]|$)/i, () => call.world.cwd ?? HOLE).replace(/^\$env:(?:TEMP|TMP|TMPDIR)/i, '/tmp').replace(/^\$[A-Za-z_:]\w*/, HOLE).replaceAll('*', '\uE001');
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
    const to = named(call, 'destination', 'newname')[0] ?? positional(call)[1];
    for (const source of from) shell.touch(act, source, call);
    if (to !== undefined) shell.touch('write', path(to, call, shell), call);
    return {};
  };
}

const fetched: Stream = { text: HOLE, fetched: true, secret: null, from: 'nowhere' };

function webRequest(call: Call, shell: Shell): Outcome | undefined {
  const file = named(call, 'outfile')[0];
  if (file === undefined) return { out: fetched };
  shell.touch('write', path(file, call, shell), call);
  return { out: NO_STREAM };
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

/** Statements split at `;`, newlines and `|`; words at blanks, quotes kept together. */
function words(text: Text): readonly Text[] {
  const out: Text[] = [];
  for (const match of text.matchAll(/'([^']*)'|"((?:`.|[^"`])*)"|([^\s'"]+)/g)) out.push(match[1] ?? match[2]?.replace(/`(.)/g, '$1') ?? (match[3] ?? '').replace(/`(.)/g, '$1'));
  return out;
}

/** A small reading of PowerShell text: enough for cmdlets with literal arguments. */
export function runPowerShell(text: Text, call: Call, shell: Shell): Outcome {
  const clean = text.replace(/<#[\s\S]*?#>/g, '').replace(/(^|\s)#[^\n]*/g, '$1');
  if (/\b(?:DownloadString|DownloadFile|DownloadData)\b|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b/i.test(clean) && /\b(?:iex|Invoke-Expression)\b|\|\s*(?:powershell|pwsh)\b/i.test(clean)) shell.add({ kind: 'download-run', words: call.words });
  for (const statement of clean.split(/[;\n]|&&|\|\|/)) {
    let stdin: Stream = NO_STREAM;
    for (const stage of statement.split('|')) {
      const argv = words(stage.trim().replace(/^[&.]\s+/, '').replace(/^\$\w+\s*=\s*/, '').replace(/^[({]\s*/, '').replace(/[)}]\s*$/, ''));
      if (argv.length === 0) continue;
      for (let i = 0; i < argv.length; i++) if (/^\d?>{1,2}$/.test(argv[i] ?? '') && argv[i + 1] !== undefined && !/^\$null$/i.test(argv[i + 1] ?? '')) shell.touch('write', path(argv[i + 1] ?? '', call, shell), call);
      const loop = /^(?:ForEach-Object|foreach|%)$/i.test(argv[0] ?? '');
      const body = loop ? argv.slice(1).map((word) => word.replace(/^\{|\}$/g, '')).filter((word) => word !== '').map((word) => (/^\$_(?:\.\w+)?$/.test(word) ? (stdin.text.split('\n')[0] ?? HOLE) : word)) : argv;
      const result = shell.runArgv(body, call, { stdin });
      stdin = { ...(result.out ?? NO_STREAM), from: 'pipe' };
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
    'select-object': looksAt,
    'where-object': looksAt,
    'sort-object': looksAt,
    'measure-object': looksAt,
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
