// Entry for interpreter code: which language, which constants it has, and what its calls do.
import type { Call, Shell } from '../shell/call.ts';
import { HOLE, isKnown, literalGlobs, type Text } from '../values.ts';
import { apiFor } from './apis.ts';
import { readForeign } from './foreign.ts';
import { readAwk, readAppleScript } from './small.ts';
import { Reader } from './evaluate.ts';
import type { Helpers } from './functions.ts';
import { pureValue } from './pure.ts';
import { type CodeCall, type CodeHost, textValue, UNKNOWN, type Value } from './value.ts';
import type { Language } from './tokens.ts';

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: 'python', python2: 'python', python3: 'python', pypy: 'python', pypy3: 'python', ipython: 'python',
  node: 'javascript', nodejs: 'javascript', deno: 'javascript', bun: 'javascript', tsx: 'javascript', 'ts-node': 'javascript', javascript: 'javascript',
  ruby: 'ruby', jruby: 'ruby', irb: 'ruby', perl: 'perl', php: 'php', lua: 'lua', luajit: 'lua', r: 'r', rscript: 'r', julia: 'julia', tclsh: 'tcl',
};

/** Python's and other languages' ways to name a folder of the environment. */
function constant(name: string, call: Call, shell: Shell, args: readonly Text[]): Value | null {
  const variable = /^(?:os\.environ|process\.env|ENV|\$_ENV|_ENV|_SERVER|Deno\.env|Bun\.env|environ|import\.meta\.env)(?:\.|\[)['"]?(\w+)['"]?\]?$/.exec(name)?.[1];
  if (variable !== undefined) {
    const set = call.env.get(variable) ?? call.world.vars.get(variable)?.[0];
    if (set !== undefined) return textValue(set);
    if (variable === 'HOME' || variable === 'USERPROFILE') return textValue(shell.home);
    if (variable === 'TMPDIR' || variable === 'TEMP' || variable === 'TMP') return textValue('/tmp');
    if (variable === 'PWD') return textValue(call.world.cwd ?? HOLE);
    return UNKNOWN;
  }
  switch (name) {
    case '__dirname':
    case 'import.meta.dirname':
    case '__DIR__':
    case '__dir__':
      return textValue(call.world.cwd ?? HOLE);
    case 'sys.argv':
    case 'process.argv':
    case 'ARGV':
    case 'argv': {
      const lead = name === 'process.argv' ? ['node'] : [];
      return { kind: 'list', items: [...lead, ...args].map(textValue) };
    }
    case 'os.pardir':
      return textValue('..');
    case 'os.curdir':
      return textValue('.');
    case 'os.sep':
    case 'path.sep':
    case 'File.SEPARATOR':
      return textValue('/');
    case 'True':
    case 'true':
      return textValue('true');
    case 'False':
    case 'false':
    case 'None':
    case 'null':
    case 'undefined':
    case 'nil':
      return textValue('');
    default:
      return null;
  }
}

const FORKS = /\bfork\s*(?:\(\s*\))?\s+while\b|\bwhile\s*(?:\(?\s*(?:1|true|True)\s*\)?)\s*(?::|\{|do)?\s*(?:\n\s*)?(?:os\.)?fork\b|\bloop\s*(?:do|\{)\s*fork\b|while\s*\(\s*(?:1|true)\s*\)\s*\{?\s*(?:require\(['"](?:node:)?child_process['"]\)|child_process|cp)\.(?:fork|spawn)\(\s*(?:__filename|process\.execPath|process\.argv)/;
const FETCHES = /\burlopen\b|\burlretrieve\b|\brequests['")]*\.(?:get|post|request)\b|\bhttpx\.|\baiohttp\b|\bhttp\.client\b|\bfetch\s*\(|\baxios\b|\bhttps?['")]*\.get\s*\(|\bNet::HTTP\b|\bopen-uri\b|\bURI\.open\b|\bURI\.parse\b|\bHTTParty\b|\bLWP::|\bHTTP::Tiny\b|\bcurl_exec\b|file_get_contents\s*\(\s*['"]https?:|\bWebClient\b/;
const RUNS_TEXT = /(?:^|[^.\w])(?:exec|eval)\s*\(?\s*(?!['"`\s)])[^)\s]|\.then\(\s*eval\s*\)|\bnew\s+Function\s*\(|(?:^|[^.\w])Function\s*\(|\bcompile\s*\(|\bvm\.run\w*\(|\binstance_eval\b|\bclass_eval\b|\bexec\s*\(\s*(?:urllib|requests|urlopen)/;
/** The answer of a request, or of curl, handed straight to what runs text. */
const RUNS_FETCHED = /\b(?:run|call|system|popen|Popen|check_output|execSync)\s*\(\s*(?:requests|urllib|urlopen|httpx)\b|(?:^|[^.\w])eval\b[^;\n]{0,60}(?:`|exec\w*\(\s*["'`]|qx\W|popen\(\s*["']|check_output\W+)\s*(?:curl|wget)\b/;
const SOCKETS = /\bsocket\.socket\b|\bcreate_connection\b|\brequire\s*\(?\s*["'](?:socket|(?:node:)?net)["']|\bfrom\s+["'](?:node:)?net["']|\bstream_socket_client\b|\bsocket\s*\(|\bnet['")]*\.(?:connect|Socket|createConnection)\b|\bnew\s+net\.Socket\b|\bTCPSocket\b|\bfsockopen\b|\bIO::Socket\b|\bsocket\.tcp\b|\bDeno\.connect\b/;
const HANDS_OVER = /\bdup2\b|\bpty\.spawn\b|\/bin\/(?:ba|z|da|k)?sh\b[^\n]{0,80}(?:-i|\bpipe\b|stdin|<&|>&)|\b(?:stdin|stdout)\b[^\n]{0,60}\bpipe\b|\bpipe\([^)\n]{0,40}\bstdin\b|\.pipe\(\s*\w*\.?stdin|exec\(["']\/bin\/(?:ba)?sh -i/;

const STARTS_PROCESS = /`\s*\$\w+\s*`|\b(?:popen\w*|Popen|system|exec\w*|spawn\w*|check_output|check_call|getoutput|proc_open|shell_exec|passthru|run|fork)\b/;
/** A bare shell, as opposed to a shell that gets a command. */
const STARTS_SHELL = /\b(?:popen\w*|Popen|system|exec\w*|spawn\w*|call|run|proc_open)\s*\(?\s*\[?\s*["'`](?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|k|da)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)(?:\s+-i)?(?:\s*[<>]+&\s*\$?\w+)*["'`](?!\s*,\s*\[?\s*["'`]-\w*c)/;
const RECEIVES = /\b(?:recv|gets|readline|readpartial|each_line|receive|fgets|fread|sysread)\b|<\$?\w*>|\bon\s*\(\s*["'`]data|\$_\b|for\s+\w+\s+in\s+\w*(?:sock|conn|client|file)\w*/;
const RUNS_RECEIVED = /`\s*\$\w+\s*`|\b(?:popen\w*|Popen|system|exec(?:Sync|File|FileSync|ute)?|spawn\w*|check_output|getoutput|shell_exec|passthru|run)\s*\(?\s*(?:["'`]{2}\s*[+.]\s*)?(?:\$_|\$?[a-z_]\w*(?:\.(?:decode|toString|chomp|strip|trim|to_s|rstrip)(?:\([^()]*\))?)*\s*[,)\n;}]|\$?\w+\.(?:recv|gets|readline|receive)\b)/;
/** The whole environment as a value, as opposed to one variable of it or the environment of a child. */
const WHOLE_ENVIRONMENT = /\b(?:str|repr|dict|dumps|stringify|entries|urlencode|encode|b64encode|list|sorted|http_build_query|json_encode|print_r|Dumper|to_json|post|put|send\w*|write)\s*\(\s*(?:\w+\s*=\s*)?(?:dict\s*\(|\{\s*(?:\.\.\.|\*\*))?\s*(?:os\.environ|environ|process\.env|ENV|\\?%ENV|\$_ENV|\$_SERVER|getenv\(\)|Deno\.env\.toObject\(\)|Bun\.env)(?:\.(?:copy|items|to_h|to_a|inspect|to_json|toObject)(?:\(\))?)?\s*[)}]|\b(?:json|data|body|params|form|content)\s*[=:]\s*(?:\{\s*(?:\.\.\.|\*\*))?\s*(?:os\.environ|process\.env|ENV\b|\$_ENV)(?:\.(?:to_h|to_json|inspect|to_a))?\s*[,)}]|\.(?:post|put|patch|send|write|end)\s*\([^()]*,\s*(?:os\.environ|process\.env|ENV)\s*[,)]|\bENV\.(?:to_h|to_a|inspect|to_json|map)\b/;
const DOTENV = /\bdotenv\b/i;
const PRINTS_DOTENV = /\b(?:console\.\w+|print(?:ln)?|puts|pp?|say|echo|stdout\.write|pprint)\s*\(?(?![^\n;]*(?:Boolean\(|!!|bool\(|["']set["']|\?|len\(|\.length|\bin\b\s*(?:os|process|ENV)))[^\n;]*?(?:\.parsed\b|\bconfig\s*\(|dotenv_values\s*\(\s*\)|Dotenv\.parse(?!\s*\(?\s*["'])|\b\w\(\)\)|process\.env(?!\s*[.[])|os\.environ(?!\s*(?:\.\w|\[))|(?:process\.env\.|os\.environ\[["']|environ\.get\(["']|getenv\(["']|ENV\[["']|ENV\.fetch\(["']|process\.env\[["'])\w*(?:SECRET|TOKEN|PASSW|KEY|CREDENTIAL|DSN|DATABASE_URL)\w*)/i;

/** All addresses in the program are this computer's. */
function onlyHere(source: string): boolean {
  const urls = source.match(/https?:\/\/[^\s"'`/:]+/g) ?? [];
  return urls.length > 0 && urls.every((url) => /\/\/(?:localhost|127\.|0\.0\.0\.0|\[?::1)/.test(url));
}

/**
 * Literals that hold code of their own are emptied: what is printed or written down does nothing, and what is
 * run is read again as a program where it runs. Literals with values put into them stay.
 */
function withoutQuotedCode(source: string): string {
  return source.replace(/('''|""")[\s\S]*?\1|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g, (literal, _mark: string | undefined, at: number) => (/[(;{`]|\bwhile\b/.test(literal.slice(1, -1)) && !/[$#]\{/.test(literal) && !/[fF]/.test(source[at - 1] ?? '') ? literal.slice(0, 1) + literal.slice(-1) : literal));
}

/** `map(os.remove, files)`, `files.forEach(fs.rmSync)`: the named function gets each of them. */
function mappedCall(code: CodeCall): CodeCall | null {
  if (!/(?:^|\.)(?:map|forEach|each|filter|array_map|array_walk|call_user_func)$/.test(code.name)) return null;
  const [named, ...others] = code.args;
  if (named?.kind === 'text' && code.receiver === null && apiFor(named.text) !== undefined) return { name: named.text, receiver: null, args: others, named: new Map() };
  const callee = code.args.find((value) => value.kind === 'name' && apiFor(value.name.slice(value.name.lastIndexOf('.') + 1)) !== undefined);
  if (callee?.kind !== 'name') return null;
  const list = code.receiver ?? code.args.find((value) => value !== callee);
  return { name: callee.name, receiver: null, args: list === undefined ? [] : [list], named: new Map() };
}

/** Calls of libraries that we do not know, by names that say "the content of": only where a secret is named. */
const READER = /read|load|slurp|parse|lines|^cat|input|values|import|stream|csv|fromfile|txt|get|from_file|source|decrypt/i;
/** They take a file in for the program itself. */
const KEEPS = /dotenv|env_?file|config$|write|exists|is_?file|stat|copy|glob|ignore|cert|key|connect/i;

function readsSecret(code: CodeCall, last: string, call: Call, shell: Shell): Value {
  if (!READER.test(last) || (KEEPS.test(last) && last !== 'dotenv_values')) return UNKNOWN;
  const paths = [...code.args, ...code.named.values(), ...(code.receiver === null ? [] : [code.receiver])].flatMap((value) => (value.kind === 'text' ? [value.text] : []));
  for (const path of paths) if (isKnown(path) && path.length < 400 && !/[\s:]/.test(path) && shell.secretOf(shell.locate(path, call)) !== null) shell.touch('read', path, call);
  return UNKNOWN;
}

export function readCode(language: string, text: Text, call: Call, shell: Shell, args: readonly Text[]): void {
  if (language === 'awk') return readAwk(text, call, shell);
  if (language === 'osascript') return readAppleScript(text, call, shell);
  if (language === 'tcl' || language === 'tclsh') return readForeign(text, call, shell);
  const known = LANGUAGES[language];
  if (known === undefined) return;
  const source = literalGlobs(text);
  // Patterns hold in the text and in the text without what is only quoted there.
  const every = (...patterns: readonly RegExp[]): boolean => patterns.every((pattern) => pattern.test(source)) && patterns.every((pattern) => pattern.test(withoutQuotedCode(source)));
  if (every(FORKS)) shell.add({ kind: 'fork-bomb', words: call.words });
  if (every(SOCKETS, HANDS_OVER)) shell.add({ kind: 'reverse-shell', words: call.words });
  if (every(FETCHES, RUNS_TEXT) || every(RUNS_FETCHED)) shell.add({ kind: 'download-run', words: call.words });
  if (SOCKETS.test(source) && STARTS_PROCESS.test(source) && (every(STARTS_SHELL) || (RECEIVES.test(source) && every(RUNS_RECEIVED)))) shell.add({ kind: 'reverse-shell', words: call.words });
  if (every(WHOLE_ENVIRONMENT) && (FETCHES.test(source) || SOCKETS.test(source) || /\bhttps?\b['")]*\.request\b|\bsendBeacon\b/.test(source)) && !onlyHere(source)) shell.add({ kind: 'send', words: call.words, secret: 'the environment' });
  if (DOTENV.test(source) && every(PRINTS_DOTENV)) shell.touch('read', '.env', call);

  const scope = new Map<string, Value>();
  const state: { call: Call } = { call };
  const host = (silent: boolean): CodeHost => ({
    language: known,
    constant: (name) => constant(name, state.call, shell, args),
    command: (command) => {
      if (silent) return UNKNOWN;
      return textValue((shell.runText(command, state.call).out?.text ?? HOLE).replace(/\n$/, ''));
    },
    call: (code) => {
      const pure = pureValue(code, known, state.call, shell);
      if (pure !== null) return pure;
      if (silent) return UNKNOWN;
      const mapped = mappedCall(code);
      if (mapped !== null) return host(false).call(mapped);
      const last = code.name.slice(code.name.lastIndexOf('.') + 1);
      if (/^(?:execute(?:script|many)?|query|raw|executeRawUnsafe|\$executeRawUnsafe)$/.test(last)) for (const text of code.args) if (text.kind === 'text' && isKnown(text.text)) shell.add({ kind: 'statements', by: call.name, text: text.text });
      const handler = apiFor(last);
      if (handler === undefined) return readsSecret(code, last, state.call, shell);
      // `read` belongs to files and streams of any kind: it counts where a secret is named.
      return handler({ code, language: known, shell, state, last, source }) ?? (last === 'read' ? readsSecret(code, last, state.call, shell) : UNKNOWN);
    },
  });
  const helpers: Helpers = new Map();
  new Reader(source, host(true), scope, helpers).readAll();
  // What a helper gets from another helper is known one reading later.
  if (helpers.size > 0) new Reader(source, host(true), scope, helpers).readAll();
  new Reader(source, host(false), scope, helpers).readAll();
}

