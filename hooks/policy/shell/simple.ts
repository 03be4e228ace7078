// Simple commands: assignments, words, redirects, and who handles the program.
import type { Command, Redirection } from 'unbash';
import type { Stream } from '../facts.ts';
import { NO_STREAM } from '../facts.ts';
import { handlerFor, runScript } from '../commands/registry.ts';
import { printsStoredSecret } from '../commands/stores.ts';
import { noteOutputs } from '../commands/outputs.ts';
import { BoundReached, MAX_REDIRECTS, MAX_WORDS } from '../limits.ts';
import { segmentMatches } from '../paths.ts';
import { baseName, hasGlob, HOLE, isKnown, type Text } from '../values.ts';
import type { Call, Outcome } from './call.ts';
import { assignedText, heredocText, wordFields, wordText } from './expand.ts';
import { filtered } from './streams.ts';
import type { Result, Spot, Walk } from './walk.ts';
import { CLEAN, joined, withFile, withVariable, type World } from './world.ts';

/** `/usr/bin/RM.exe` -> `rm`: file systems on macOS and Windows do not tell the case apart. */
export function programName(word: Text): Text {
  return baseName(word.includes('\\') ? word.replaceAll('\\', '/') : word).toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '');
}

function snippet(spot: Spot, node: { readonly pos: number; readonly end: number }): string {
  return spot.source.slice(node.pos, Math.min(node.end, node.pos + 400));
}

const DECLARES = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

export function runsSimple(walk: Walk, node: Command, start: World, spot: Spot): Result {
  walk.countCommand();
  if (node.redirects.length > MAX_REDIRECTS) throw new BoundReached('words');
  const expansion = walk.expansion(start, spot);
  const env = new Map<string, Text>();
  let world = start;
  const declares = node.name !== undefined && DECLARES.has(node.name.value);
  const outer = walk.capturing;
  walk.capturing = true;
  const assignments = [...node.prefix, ...(declares ? node.suffix : [])].flatMap((item) => (item.type === 'Assignment' ? [item] : []));
  for (const item of assignments) {
    expansion.taint = CLEAN;
    const values = item.value.type === 'ArrayValue' ? item.value.elements.flatMap((word) => wordFields(word, expansion)) : [assignedText(item.value, expansion)];
    const old = item.append === true ? (expansion.world.vars.get(item.name) ?? [HOLE]) : null;
    const whole = old === null ? values : item.value.type === 'ArrayValue' ? [...old, ...values] : [(old[0] ?? '') + (values[0] ?? '')];
    // An element set by index: which one is not tracked, so the array is as unknown as its index.
    const kept = item.index === undefined ? whole : [...(expansion.world.vars.get(item.name) ?? []), ...values];
    expansion.world = withVariable(expansion.world, item.name, kept, expansion.taint);
    env.set(item.name, whole[0] ?? '');
  }
  walk.capturing = outer;
  expansion.taint = CLEAN;
  if (node.name === undefined || declares) world = expansion.world;

  // Assignments in front of a command are not seen by its own words: `F=x rm $F`.
  if (!declares && node.name !== undefined) expansion.world = start;
  const alias = node.name === undefined || node.name.parts !== undefined ? undefined : start.aliases.get(node.name.text);
  if (alias !== undefined && node.name !== undefined && !spot.source.startsWith(ALIASED)) {
    const text = `${ALIASED}${alias}${spot.source.slice(node.name.end, node.end)}`;
    const result = walk.runText(text, { name: '', argv: [], world: start, env, stdin: start.stdin, taint: CLEAN, words: snippet(spot, node), depth: spot.depth, remote: false }, { here: true });
    return { worlds: result.worlds ?? [start], out: result.out ?? NO_STREAM };
  }

  const argv: Text[] = node.name === undefined ? [] : [...wordFields(node.name, expansion)];
  const capturing = walk.capturing;
  if (argv[0] === 'eval') walk.capturing = true;
  for (const item of node.suffix) {
    if (item.type === 'Word') argv.push(...wordFields(item, expansion));
    else if (item.type === 'Assignment' && !declares) argv.push(`${item.name}${item.append === true ? '+' : ''}=${item.value.type === 'ArrayValue' ? HOLE : assignedText(item.value, expansion)}`);
    if (argv.length > MAX_WORDS) throw new BoundReached('words');
  }
  walk.capturing = capturing;
  if (expansion.world !== start && !declares) world = expansion.world;
  const taint = expansion.taint;
  const words = snippet(spot, node);

  const call: Call = { name: argv[0] === undefined ? '' : programName(argv[0]), argv, world, env: declares ? new Map() : env, stdin: start.stdin, taint, words, depth: spot.depth, remote: false };
  const redirected = node.redirects.length === 0 ? null : redirects(walk, node.redirects, call, spot);
  const stdin = redirected?.stdin ?? start.stdin;

  let result: Result;
  if (argv.length === 0) {
    // `$(<file)` and `< file` alone: the file's content is the output.
    const out = redirected?.stdin ?? NO_STREAM;
    result = { worlds: [node.name === undefined ? world : start], out };
  } else if (declares) {
    // `export -p`, `declare -x`: all that is set.
    const listed = assignments.length === 0 && argv.slice(1).every((word) => /^-[px]+$/.test(word)) && argv.length <= 2;
    result = { worlds: [world], out: listed ? { text: HOLE, fetched: false, secret: 'the environment', from: 'nowhere' } : NO_STREAM };
  } else {
    result = dispatch(walk, { ...call, stdin }, spot);
  }
  if (redirected === null) return result;
  const out = redirected.captured ? NO_STREAM : result.out;
  return { worlds: result.worlds.map((after) => redirected.finish(after, result.out)), out };
}

/** Marks text that an alias made: it is not looked up again, so that `alias rm='rm -i'` ends. */
const ALIASED = ' ';

/** Who runs a command: a function, a handler, or nobody that we know. */
export function dispatch(walk: Walk, given: Call, spot?: Spot): Result {
  const first = given.argv[0] ?? '';
  // `time -v cmd`, after the keyword is gone.
  if (/^-[oa]$/.test(first) && given.argv.length > 2) {
    walk.touch('write', given.argv[1] ?? '', given);
    return dispatch(walk, { ...given, argv: given.argv.slice(2) }, spot);
  }
  if ((first === '' || /^-[a-z]$/.test(first)) && given.argv.length > 1) return dispatch(walk, { ...given, argv: given.argv.slice(1) }, spot);
  const call: Call = { ...given, name: programName(first) };
  const defined = call.world.functions.get(first);
  if (defined !== undefined) {
    if (walk.active.has(defined)) {
      if (spot?.parallel === true) walk.add({ kind: 'fork-bomb', words: call.words });
      return { worlds: [call.world], out: filtered(call) };
    }
    walk.active.add(defined);
    let world: World = { ...call.world, args: call.argv, stdin: call.stdin };
    for (const [name, value] of call.env) world = withVariable(world, name, [value]);
    const inner: Spot = { source: spot?.source ?? '', depth: call.depth + 1, parallel: false };
    const source = sourceOf.get(defined) ?? inner.source;
    const result = defined.body.type === 'CompoundList' ? walk.list(defined.body.commands, [world], { ...inner, source }) : walk.command(defined.body, world, { ...inner, source });
    walk.active.delete(defined);
    return { worlds: result.worlds.map((after) => ({ ...after, args: call.world.args, stdin: call.world.stdin })), out: result.out };
  }
  walk.add({ kind: 'command', name: call.name, argv: call.argv, cwd: call.world.cwd, env: call.env, vars: call.world.vars, stdin: call.stdin, words: call.words, remote: call.remote || walk.away !== null });
  const outcome = runProgram(walk, call);
  // What was put into a variable is printed after all.
  if (outcome?.out?.secret?.startsWith(STORED) === true && !walk.piped && PRINTS.test(call.name) && !printsStoredSecret(call)) walk.add({ kind: 'secret-print', words: call.words });
  return { worlds: outcome?.worlds ?? [call.world], out: outcome?.out ?? filtered(call) };
}

/** Marks a secret that a store's tool gave out. */
const STORED = 'from ';
/** They show what they are given, or part of it. */
const PRINTS = /^(?:echo|printf|print|cat|head|tail|tr|base64|cut|g?sed|g?awk|e?grep|rev|xxd|od|hexdump|tee|fold|nl|sort|uniq|jq|printenv)$/;

/** Source texts of functions, since a body may be run from another text than the one it stands in. */
export const sourceOf = new WeakMap<object, string>();

function runProgram(walk: Walk, call: Call): Outcome | undefined {
  const first = call.argv[0] ?? '';
  if (first.includes('/') && isKnown(first) && !call.remote) {
    const place = walk.locate(first, call);
    const note = place.path === null ? undefined : call.world.files.get(place.path);
    if (note !== undefined) {
      const content = walk.runFile(first, call);
      if (content !== null) {
        const shebang = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(content);
        const runner = programName(shebang?.[1] ?? 'sh');
        const language = runner === 'env' ? (shebang?.[2] ?? 'sh') : runner;
        return runScript({ ...call, argv: [language, content, ...call.argv] }, walk);
      }
      return undefined;
    }
  }
  // A pattern in the command's place: any program that it can name.
  if (first.length < 64 && hasGlob(first)) for (const name of ['rm', 'unlink', 'shred', 'dd', 'sudo']) if (segmentMatches(baseName(first), name)) walk.runArgv([name, ...call.argv.slice(1)], call);
  if (first === '%0' && call.stdin.from === 'pipe') walk.add({ kind: 'fork-bomb', words: call.words });
  for (const [name, value] of call.env) if (RUN_BY_OTHERS.test(name) && value !== '') walk.runText(name === 'PS4' ? `: "${value.replaceAll('"', '')}"` : value.replace(/^\|-?/, ''), { ...call, env: new Map() });
  const handler = handlerFor(call.name);
  if (call.argv.length > 1 && !call.remote && walk.away === null) noteOutputs(call, walk, handler !== undefined);
  const outcome = handler?.(call, walk);
  if (!printsStoredSecret(call)) return outcome;
  walk.add({ kind: 'secret-print', words: call.words });
  return { ...outcome, out: { text: HOLE, fetched: false, secret: `${STORED}${call.name} ${call.argv[1] ?? ''}`, from: 'nowhere' } };
}

/** Variables whose value some program runs. */
const RUN_BY_OTHERS = /^(?:(?:MAN)?PAGER|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|PS4|VISUAL|BROWSER)$/;

interface Redirected {
  readonly stdin: Stream | null;
  /** Standard output does not go on to the next command. */
  readonly captured: boolean;
  finish(world: World, out: Stream): World;
}

function redirects(walk: Walk, list: readonly Redirection[], call: Call, spot: Spot): Redirected {
  let stdin: Stream | null = null;
  let captured = false;
  const outputs: string[] = [];
  const expansion = walk.expansion(call.world, spot);
  for (const redirect of list) {
    if (redirect.type === 'HereDoc') {
      expansion.taint = CLEAN;
      const text = heredocText(redirect, expansion);
      stdin = { text, fetched: expansion.taint.fetched, secret: expansion.taint.secret, from: 'heredoc' };
      continue;
    }
    if (redirect.target === undefined) continue;
    expansion.taint = CLEAN;
    const fields = redirect.type === 'HereString' ? [wordText(redirect.target, expansion)] : wordFields(redirect.target, expansion);
    const target = fields[0] ?? '';
    if (redirect.type === 'HereString') {
      stdin = { text: `${target}\n`, fetched: expansion.taint.fetched, secret: expansion.taint.secret, from: 'heredoc' };
      continue;
    }
    const { operator } = redirect;
    if ((operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target)) continue;
    const socket = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(target);
    if (socket !== null) {
      noteSocket(walk, call, socket[1] ?? '', operator);
      continue;
    }
    if (operator === '<' || operator === '<&') {
      const content = walk.contentOf(target, call);
      const place = walk.touch('read', target, call);
      const secret = walk.secretOf(place) ?? content?.taint.secret ?? null;
      stdin = { text: content?.content ?? HOLE, fetched: content?.taint.fetched ?? false, secret, from: 'file' };
      continue;
    }
    const place = walk.touch('write', target, call);
    const descriptor = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : 1;
    if (descriptor !== 1 && !operator.startsWith('&')) continue;
    captured = true;
    const stream = walk.processStream(target);
    if (stream === null && place.path !== null && place.area !== 'sink') outputs.push(place.path + (operator === '>>' || operator === '&>>' ? '\u0000' : ''));
  }
  return {
    stdin,
    captured,
    finish(world, out) {
      let now = world;
      for (const output of outputs) {
        const append = output.endsWith('\u0000');
        const path = append ? output.slice(0, -1) : output;
        const old = append ? world.files.get(path) : undefined;
        const origin = joined(out, call.taint);
        const content = old === undefined ? out.text : old.content === null ? null : old.content + out.text;
        if (append && old === undefined && out.text === HOLE && !origin.fetched && origin.secret === null) continue;
        now = withFile(now, path, { content: content === HOLE ? null : content, downloaded: origin.fetched || (old?.downloaded ?? false), secret: origin.secret ?? old?.secret ?? null });
      }
      return now;
    },
  };
}

const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0)$/;

function noteSocket(walk: Walk, call: Call, host: string, operator: string): void {
  const shell = /^(?:ba|z|k|da|a|mk|c|tc|fi)?sh$/.test(call.name) || call.name === 'exec';
  if (shell || operator === '<>' || (operator.startsWith('&') && !LOCAL_HOST.test(host))) {
    if (!LOCAL_HOST.test(host) || shell) walk.add({ kind: 'reverse-shell', words: call.words });
    return;
  }
  const secret = call.taint.secret ?? call.stdin.secret;
  if (secret !== null && !LOCAL_HOST.test(host)) walk.add({ kind: 'send', words: call.words, secret });
}

/** Redirects of a compound command: they hold for all that runs inside. */
export function redirectCompound(walk: Walk, list: readonly Redirection[], world: World, spot: Spot): { readonly stdin: Stream | null; finish(world: World, out: Stream): World } {
  const [head] = list;
  const words = head === undefined ? '' : spot.source.slice(Math.max(0, head.pos - 120), head.end);
  const call: Call = { name: '', argv: [], world, env: new Map(), stdin: world.stdin, taint: CLEAN, words, depth: spot.depth, remote: false };
  return redirects(walk, list, call, spot);
}
