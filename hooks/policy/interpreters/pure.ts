// Calls that only make values: joins, lookups of folders, decodings, listings. What they give back is followed,
// so that a path put together in code is known where it is used.
import type { Call, Shell } from '../shell/call.ts';
import { normalise } from '../paths.ts';
import { baseName, dirName, HOLE, isKnown, type Text } from '../values.ts';
import type { Language } from './tokens.ts';
import { asText, asTexts, belowText, type CodeCall, joinTwo, textValue, UNKNOWN, type Value } from './value.ts';

function joinAll(parts: readonly Text[]): Text {
  return parts.reduce((a, b) => joinTwo(a, b), '');
}

/** One value for each text of the first argument. */
function mapText(value: Value | undefined, change: (text: Text) => Text): Value {
  const texts = asTexts(value);
  return texts.length === 1 ? textValue(change(texts[0] ?? HOLE)) : { kind: 'list', items: texts.map((text) => textValue(change(text))) };
}

function decode(text: Text, encoding: 'base64' | 'hex'): Text {
  return isKnown(text) ? Buffer.from(text, encoding).toString('utf8') : HOLE;
}

/** The value of a call that has no effect, or null when it may have one. */
export function pureValue(code: CodeCall, language: Language, call: Call, shell: Shell): Value | null {
  const last = code.name.slice(code.name.lastIndexOf('.') + 1);
  const [first] = code.args;
  const subject = code.receiver ?? first;
  const expanded = (text: Text): Text => (text === '~' || text.startsWith('~/') ? shell.home + text.slice(1) : text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, () => shell.home));
  switch (last) {
    case 'require':
    case 'import':
      return first === undefined ? UNKNOWN : { kind: 'name', name: asText(first).replace(/^node:/, '') };
    case '__import__':
    case 'import_module':
      return { kind: 'name', name: asText(first) };
    case 'getattr': {
      const member = asText(code.args[1]);
      return first?.kind === 'name' && isKnown(member) ? { kind: 'name', name: `${first.name}.${member}` } : UNKNOWN;
    }
    case 'promisify':
      return first ?? UNKNOWN;
    case 'Path':
    case 'PosixPath':
    case 'PurePath':
    case 'Pathname':
      return code.args.length === 0 ? textValue('.') : code.args.length > 1 ? textValue(joinAll(code.args.map(asText))) : mapText(first, (text) => text);
    case 'new':
      return /(?:^|\.)Pathname$/.test(code.name.slice(0, -4)) ? mapText(first, (text) => text) : null;
    case 'join':
    case 'joinpath':
    case 'resolve':
    case 'file_join':
      if (code.receiver !== null && language === 'python' && first?.kind === 'list') return textValue(first.items.map(asText).join(asText(code.receiver)));
      if (code.receiver?.kind === 'list') return textValue(code.receiver.items.map(asText).join(first === undefined ? (language === 'ruby' ? '' : ',') : asText(first)));
      if (code.receiver?.kind === 'text' && last === 'resolve') return mapText(code.receiver, (text) => (text.startsWith(HOLE) ? text : normalise(joinTwo(call.world.cwd ?? HOLE, text))));
      if (code.receiver?.kind === 'text' && last !== 'join') return mapText(code.receiver, (text) => joinAll([text, ...code.args.map(asText)]));
      if (language === 'perl' || language === 'lua') return UNKNOWN;
      if (last === 'resolve' && !/Promise/.test(code.name) && code.args.every((value) => value.kind === 'text')) return textValue(joinAll([call.world.cwd ?? HOLE, ...code.args.map(asText)]));
      return code.args.some((value) => value.kind === 'list') ? { kind: 'list', items: code.args.reduce<readonly Text[]>((heads, value) => heads.flatMap((head) => asTexts(value).map((tail) => joinTwo(head, tail))).slice(0, 1_024), ['']).map(textValue) } : textValue(joinAll(code.args.map((value) => asText(value))));
    case 'expanduser':
    case 'expandvars':
    case 'expand_path':
      return mapText(code.args.length > 0 ? first : (code.receiver ?? first), expanded);
    case 'home':
    case 'homedir':
    case 'gethome':
      return code.args.length === 0 ? textValue(shell.home) : null;
    case 'tmpdir':
    case 'gettempdir':
    case 'sys_get_temp_dir':
      return textValue('/tmp');
    case 'mkdtemp':
    case 'mkdtempSync':
    case 'mkstemp':
    case 'TemporaryDirectory':
    case 'NamedTemporaryFile':
    case 'mktmpdir':
    case 'tempdir':
    case 'tempnam':
      return textValue('/tmp/\uE003');
    case 'getcwd':
    case 'cwd':
    case 'pwd':
    case 'getwd':
      return textValue(call.world.cwd ?? HOLE);
    case 'get':
    case 'getenv':
    case 'fetch':
      if (/environ|ENV|env|getenv/.test(code.name)) return asText(first) === 'HOME' ? textValue(shell.home) : (code.args[1] ?? UNKNOWN);
      return null;
    case 'abspath':
    case 'realpath':
    case 'realpathSync':
    case 'absolute':
      return mapText(subject, (text) => (text.startsWith(HOLE) ? text : normalise(joinTwo(call.world.cwd ?? HOLE, text))));
    case 'normpath':
    case 'str':
    case 'String':
    case 'toString':
    case 'to_s':
    case 'fspath':
    case 'as_posix':
    case 'strip':
    case 'trim':
    case 'chomp':
    case 'rstrip':
    case 'quote':
    case 'shellescape':
    case 'escapeshellarg':
    case 'encode':
    case 'list':
    case 'sorted':
    case 'tuple':
    case 'iter':
    case 'reversed':
    case 'Array':
    case 'to_a':
    case 'values':
    case 'sort':
    case 'freeze':
    case 'flatten':
      return subject ?? UNKNOWN;
    case 'dirname':
      return mapText(subject, dirName);
    case 'basename':
      return mapText(subject, baseName);
    case 'parent':
      return code.receiver === null ? null : mapText(code.receiver, dirName);
    case 'glob':
    case 'iglob':
    case 'rglob':
    case 'globSync': {
      // Perl's glob expands a leading ~ as a shell does; the others take it for a name.
      const pattern = language === 'perl' ? expanded(asText(code.args[0])) : asText(code.args[0]);
      const text = pattern.replaceAll('*', '\uE001').replaceAll('?', '\uE002');
      const base = code.receiver?.kind === 'text' ? joinTwo(code.receiver.text, text) : text;
      return { kind: 'list', items: [textValue(base)] };
    }
    case 'listdir':
    case 'readdir':
    case 'readdirSync':
    case 'scandir':
    case 'entries':
    case 'children':
      return code.args.length > 0 && code.receiver === null ? { kind: 'list', items: [textValue(last === 'children' || last === 'scandir' ? belowText(asText(first)) : '\uE001')] } : null;
    case 'iterdir':
      return { kind: 'list', items: [textValue(belowText(asText(code.receiver ?? undefined)))] };
    case 'walk':
      return { kind: 'list', items: [textValue(asText(first))] };
    case 'b64decode':
    case 'decode64':
    case 'base64_decode':
    case 'atob':
    case 'decode_base64':
    case 'strict_decode64':
      return textValue(decode(asText(first), 'base64'));
    case 'fromhex':
    case 'unhexlify':
    case 'hex2bin':
      return textValue(decode(asText(first), 'hex'));
    case 'from':
      return /Buffer\.from$/.test(code.name) ? textValue(asText(code.args[1]) === 'base64' ? decode(asText(first), 'base64') : asText(code.args[1]) === 'hex' ? decode(asText(first), 'hex') : asText(first)) : null;
    case 'decode':
      return code.receiver ?? (code.args[0] === undefined ? null : textValue(asText(first)));
    case 'unpack':
    case 'unpack1':
      return code.receiver !== null && /^m/.test(asText(first)) ? textValue(decode(asText(code.receiver), 'base64')) : null;
    case 'chr':
    case 'fromCharCode':
    case 'fromCodePoint': {
      const codes = code.args.flatMap(asTexts).map(Number);
      return textValue(codes.length > 0 && codes.every((each) => Number.isInteger(each) && each >= 0 && each < 0x110000) ? String.fromCodePoint(...codes) : HOLE);
    }
    case 'split':
      return code.receiver === null ? (language === 'python' ? { kind: 'list', items: asText(code.args[0]).split(/\s+/).map(textValue) } : null) : { kind: 'list', items: asText(code.receiver).split(first === undefined || asText(first) === '' ? /\s+/ : asText(first)).map(textValue) };
    case 'format':
    case 'sprintf': {
      const template = code.receiver ?? first;
      const values = (code.receiver === null ? code.args.slice(1) : code.args).map(asText);
      return textValue(asText(template).replace(/\{\d*\}|%s/g, () => values.shift() ?? HOLE));
    }
    case 'replace':
    case 'gsub':
    case 'sub':
    case 'replaceAll':
      if (code.receiver === null || code.args.length < 2) return null;
      return mapText(code.receiver, (text) => (isKnown(text) && isKnown(asText(first)) ? text.replaceAll(asText(first), asText(code.args[1])) : HOLE));
    case 'reverse':
      return code.receiver?.kind === 'text' && language !== 'javascript' ? mapText(code.receiver, (text) => [...text].reverse().join('')) : (code.receiver ?? null);
    case 'exists':
    case 'existsSync':
    case 'is_file':
    case 'isfile':
    case 'isdir':
    case 'is_dir':
    case 'stat':
    case 'statSync':
    case 'access':
      return UNKNOWN;
    default:
      return null;
  }
}

