// `$name` and `${name…}`: what is known of a variable's value at this point of the command.
import type { ParameterExpansionPart, Word } from 'unbash';
import { ANY, baseName, HOLE, hasHole, isKnown, STAR, type Text } from '../values.ts';
import type { World } from './world.ts';

export interface Surroundings {
  readonly home: string;
  readonly root: string | null;
}

/** Values of a variable: one for a scalar, several for an array or `$@`. `null`: not known to this command. */
export function lookup(name: string, world: World, around: Surroundings): readonly Text[] | null {
  const set = world.vars.get(name);
  if (set !== undefined) return set;
  switch (name) {
    case 'HOME':
      return [around.home];
    case 'PWD':
      return [world.cwd ?? HOLE];
    case 'OLDPWD':
      return [world.previous ?? HOLE];
    case 'TMPDIR':
    case 'TMP':
    case 'TEMP':
      return ['/tmp'];
    case 'USER':
    case 'LOGNAME':
      return [baseName(around.home)];
    case 'SHELL':
      return ['/bin/sh'];
    case 'BASH':
      return ['/bin/bash'];
    case 'IFS':
      return [' \t\n'];
    case 'XDG_CONFIG_HOME':
      return [`${around.home}/.config`];
    case 'XDG_CACHE_HOME':
      return [`${around.home}/.cache`];
    case 'XDG_DATA_HOME':
      return [`${around.home}/.local/share`];
    case 'CLAUDE_PROJECT_DIR':
      return [around.root ?? HOLE];
    case '@':
    case '*':
      return world.args.length > 1 ? world.args.slice(1) : world.args.length === 1 ? [] : null;
    case '#':
      return [String(Math.max(0, world.args.length - 1))];
    case '?':
      return ['0'];
    default:
      if (/^\d+$/.test(name)) return world.args.length > 0 ? [world.args[Number(name)] ?? ''] : name === '0' ? ['bash'] : null;
      return null;
  }
}

/** A pattern of `#`, `%`, `/` as a regular expression source; null when it is not fully known. */
function patternSource(pattern: Text, greedy: boolean): string | null {
  if (hasHole(pattern)) return null;
  let source = '';
  for (const char of pattern) source += char === STAR ? (greedy ? '[\\s\\S]*' : '[\\s\\S]*?') : char === ANY ? '[\\s\\S]' : char.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return source;
}

function removed(value: Text, operator: string, pattern: Text): Text {
  const source = patternSource(pattern, operator.length === 2);
  if (source === null || !isKnown(value)) return HOLE;
  if (operator.startsWith('#')) return value.replace(new RegExp(`^${source}`), '');
  // The shortest suffix needs the latest start, which a lazy regular expression does not give.
  const whole = new RegExp(`^${source}$`);
  const starts = Array.from({ length: Math.min(value.length, 512) + 1 }, (_, i) => i);
  for (const start of operator === '%' ? starts.reverse() : starts) if (whole.test(value.slice(start))) return value.slice(0, start);
  return value;
}

export interface ParameterContext extends Surroundings {
  readonly world: World;
  /** The text of an operand word, without splitting. */
  text(word: Word): Text;
  /** `${x:=y}` sets x from here on. */
  assign(name: string, value: Text): void;
}

/** Values of `${…}`; several for arrays. */
export function parameterValues(part: ParameterExpansionPart, context: ParameterContext): readonly Text[] {
  let name = part.parameter;
  if (part.prefix === '!' && part.operation?.type !== 'Names') {
    const target = lookup(name, context.world, context)?.[0];
    if (target === undefined || !isKnown(target) || !/^[A-Za-z_]\w*$/.test(target)) return [HOLE];
    name = target;
  }
  let values = lookup(name, context.world, context);
  if (part.index !== undefined && values !== null) {
    const index = part.index.text;
    if (index !== '@' && index !== '*') {
      const at = Number(context.text(part.index));
      values = Number.isInteger(at) ? [values.at(at) ?? ''] : [HOLE];
    }
  } else if (values !== null && values.length > 1 && name !== '@' && name !== '*') values = values.slice(0, 1);
  if (part.prefix === '#') {
    const only = values?.[0];
    return [only !== undefined && isKnown(only) ? String(part.index !== undefined ? (values?.length ?? 0) : only.length) : HOLE];
  }
  const operation = part.operation;
  if (operation === undefined) return values ?? [HOLE];
  switch (operation.type) {
    case 'Default': {
      const empty = values === null || values.length === 0 || values.every((value) => value === '');
      if (operation.operator.endsWith('?')) return values ?? [HOLE];
      const operand = context.text(operation.operand);
      if (operation.operator.endsWith('+')) return values !== null && empty ? [''] : [operand];
      // An environment variable that we cannot see: the default is what the author expects to be used.
      if (!empty && values !== null && !values.every(hasHole)) return values;
      if (operation.operator.endsWith('=')) context.assign(name, operand);
      return [operand];
    }
    case 'Remove': {
      const pattern = context.text(operation.operand);
      return (values ?? [HOLE]).map((value) => removed(value, operation.operator, pattern));
    }
    case 'Replace': {
      const pattern = context.text(operation.pattern);
      const by = context.text(operation.replacement);
      const source = patternSource(pattern, true);
      return (values ?? [HOLE]).map((value) => {
        if (source === null || source === '' || !isKnown(value)) return HOLE;
        const anchored = operation.operator === '/#' ? `^${source}` : operation.operator === '/%' ? `${source}$` : source;
        return value.replace(new RegExp(anchored, operation.operator === '//' ? 'g' : ''), () => by);
      });
    }
    case 'Slice': {
      const from = Number(context.text(operation.offset));
      const length = operation.length === undefined ? undefined : Number(context.text(operation.length));
      if (!Number.isInteger(from) || (length !== undefined && !Number.isInteger(length))) return [HOLE];
      if (name === '@' || name === '*' || part.index !== undefined) return (values ?? [HOLE]).slice(name === '@' || name === '*' ? Math.max(0, from - 1) : from, length === undefined ? undefined : from + length);
      return (values ?? [HOLE]).map((value) => (isKnown(value) ? value.slice(from, length === undefined ? undefined : length < 0 ? length : (from < 0 ? value.length + from : from) + length) : HOLE));
    }
    case 'CaseModification': {
      const upper = operation.operator.startsWith('^');
      const all = operation.operator.length === 2;
      return (values ?? [HOLE]).map((value) => {
        const change = (text: string): string => (upper ? text.toUpperCase() : text.toLowerCase());
        return all ? change(value) : change(value.slice(0, 1)) + value.slice(1);
      });
    }
    case 'Transform':
      return (values ?? [HOLE]).map((value) => (operation.operand.text === 'U' ? value.toUpperCase() : operation.operand.text === 'L' ? value.toLowerCase() : value));
    default:
      return [HOLE];
  }
}
