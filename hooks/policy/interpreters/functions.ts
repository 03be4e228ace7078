// A program's own functions: what their calls pass stands for their parameters where the body is read.
import { BoundReached } from '../limits.ts';
import { UNKNOWN, type Value } from './value.ts';

interface Helper {
  readonly parameters: readonly string[];
  /** The last parameter takes all arguments that are left. */
  readonly rest: boolean;
  readonly standards: ReadonlyMap<string, Value>;
  /** What each call that was read passes, in the order of the parameters. */
  readonly calls: (readonly Value[])[];
}

/** Functions of the program by name. */
export type Helpers = Map<string, Helper>;

/** Calls of one function that differ; past it the program is too large to judge. */
const MAX_CALLS = 1_024;

function same(a: Value, b: Value): boolean {
  if (a.kind === 'text') return b.kind === 'text' && a.text === b.text;
  if (a.kind === 'name') return b.kind === 'name' && a.name === b.name;
  return b.kind === 'list' && a.any === b.any && a.items.length === b.items.length && a.items.every((item, i) => same(item, b.items[i] ?? UNKNOWN));
}

/** A call of one of the program's own functions: what it passes is noted for the body. */
export function passes(helpers: Helpers, name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): void {
  const helper = helpers.get(name.replace(/^(?:self|this|cls)\./, ''));
  if (helper === undefined) return;
  const last = helper.parameters.length - 1;
  const passed = helper.parameters.map((parameter, i): Value => (helper.rest && i === last ? { kind: 'list', items: args.slice(i) } : (named.get(parameter) ?? args[i] ?? helper.standards.get(parameter) ?? UNKNOWN)));
  // An argument that stands for several values is as many calls.
  const turns = Math.max(1, ...passed.map((value) => (value.kind === 'list' && value.any === true ? value.items.length : 1)));
  for (let turn = 0; turn < turns; turn++) {
    if (helper.calls.length >= MAX_CALLS) throw new BoundReached('code');
    const each = passed.map((value) => (value.kind === 'list' && value.any === true ? (value.items[turn % value.items.length] ?? UNKNOWN) : value));
    if (!helper.calls.some((old) => old.every((value, i) => same(value, each[i] ?? UNKNOWN)))) helper.calls.push(each);
  }
}
