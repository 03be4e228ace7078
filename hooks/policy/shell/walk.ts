// Runs shell text in the abstract: follows every command in order, with the state that the shell would
// have, and writes down what each one would do. Nothing is executed.
import type { AndOr, CommandNode, CompoundList, For, If, ParsedScript, Pipeline, PipelineNode, Select, Statement, While } from 'unbash';
import type { Fact, PathAct, Place, Stream } from '../facts.ts';
import { NO_STREAM } from '../facts.ts';
import { BoundReached, MAX_COMMANDS, MAX_DEPTH, MAX_FACTS, MAX_NESTED_CHARS, MAX_TURNS, MAX_WORLDS } from '../limits.ts';
import { parseShell } from '../parse/shell.ts';
import type { Locator } from '../paths.ts';
import { readCode } from '../interpreters/read.ts';
import { secretName } from '../rules/secret-names.ts';
import { HOLE, type Text } from '../values.ts';
import type { Call, Outcome, Shell, TouchOptions } from './call.ts';
import { dispatch, redirectCompound, runsSimple, sourceOf } from './simple.ts';
import { looksLikeCommand, runSubstitutionsIn, wordFields, wordText, type Expansion } from './expand.ts';
import { concat } from './streams.ts';
import { afterSubshell, CLEAN, firstWorld, joined, merged, type Taint, withVariable, type World } from './world.ts';

/** A script that was pasted or saved on Windows means its lines, not the marks at their ends. */
const unixLines = (text: string): string => (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text);

/** Where a piece of syntax stands: its source text and how deep it is nested. */
export interface Spot {
  readonly source: string;
  readonly depth: number;
  /** Set while a stage of a pipeline or a background job runs: where a function that calls itself multiplies. */
  readonly parallel: boolean;
}

export interface Result {
  readonly worlds: readonly World[];
  readonly out: Stream;
}

export class Walk implements Shell {
  readonly facts: Fact[] = [];
  readonly home: string;
  readonly root: string | null;
  readonly locator: Locator;
  /** Words of an `eval` are being made: what a store prints there becomes variables, not output. */
  capturing = false;
  /** The command's output goes to the next one of a pipeline. */
  piped = false;
  /** Functions that are running now. */
  readonly active = new Set<object>();
  /** Where the command that is being read would run, when that is not here. */
  away: 'host' | 'container' | null = null;
  private commands = 0;
  private nested = 0;
  private readonly procs: Stream[] = [];

  constructor(locator: Locator) {
    this.locator = locator;
    this.home = locator.home;
    this.root = locator.root;
  }

  // ---- entry -------------------------------------------------------------------------------------

  script(given: string, cwd: Text | null): void {
    const text = unixLines(given);
    this.list(parseShell(text).commands, [firstWorld(cwd)], { source: text, depth: 0, parallel: false });
  }

  countCommand(): void {
    if (++this.commands > MAX_COMMANDS) throw new BoundReached('commands');
  }

  add(fact: Fact): void {
    if (this.away === 'container' && fact.kind !== 'command' && fact.kind !== 'path' && fact.kind !== 'secret-print') return;
    if (this.capturing && fact.kind === 'secret-print') return;
    if (this.facts.length >= MAX_FACTS) throw new BoundReached('facts');
    this.facts.push(fact);
  }

  // ---- lists and compounds -----------------------------------------------------------------------

  list(statements: readonly Statement[], worlds: readonly World[], spot: Spot): Result {
    if (spot.depth > MAX_DEPTH) throw new BoundReached('depth');
    let now = worlds;
    let out: Stream = NO_STREAM;
    for (const statement of statements) {
      let next: World[] = [];
      const background = statement.background === true;
      for (const world of now) {
        const result = this.node(statement.command, world, background ? { ...spot, parallel: true } : spot);
        for (const after of result.worlds) {
          const kept = background ? afterSubshell(world, after) : after;
          if (!next.includes(kept)) next.push(kept);
        }
        out = concat(out, result.out);
      }
      // After an `exit` the rest is dead code for the shell, but we still read it.
      if (next.length === 0) next = [...now];
      now = next.length > MAX_WORLDS ? [merged(next)] : next;
    }
    return { worlds: now, out };
  }

  private compound(list: CompoundList, worlds: readonly World[], spot: Spot): Result {
    return this.list(list.commands, worlds, { ...spot, depth: spot.depth + 1 });
  }

  private node(node: PipelineNode | AndOr, world: World, spot: Spot): Result {
    if (node.type === 'AndOr') return this.andOr(node, world, spot);
    if (node.type === 'Pipeline') return this.pipeline(node, world, spot);
    return this.command(node, world, spot);
  }

  private andOr(node: AndOr, world: World, spot: Spot): Result {
    let now: readonly World[] = [world];
    let out: Stream = NO_STREAM;
    node.commands.forEach((command, i) => {
      const either = i > 0 && node.operators[i - 1] === '||';
      const next: World[] = either ? [...now] : [];
      for (const before of now) {
        const result = this.node(command, before, spot);
        for (const after of result.worlds) if (!next.includes(after)) next.push(after);
        out = concat(out, result.out);
      }
      if (next.length > 0) now = next.length > MAX_WORLDS ? [merged(next)] : next;
    });
    return { worlds: now, out };
  }

  private pipeline(node: Pipeline, world: World, spot: Spot): Result {
    if (node.commands.length === 1 && node.commands[0] !== undefined) return this.command(node.commands[0], world, spot);
    let stdin = world.stdin;
    let shared = world;
    let out: Stream = NO_STREAM;
    const { piped } = this;
    for (const command of node.commands) {
      this.piped = piped || command !== node.commands.at(-1);
      const result = this.command(command, { ...shared, stdin }, { ...spot, parallel: true });
      for (const after of result.worlds) shared = { ...shared, files: after.files, links: after.links };
      out = result.out;
      stdin = { ...out, from: 'pipe' };
    }
    this.piped = piped;
    return { worlds: [afterSubshell(world, shared)], out };
  }

  command(node: CommandNode, world: World, spot: Spot): Result {
    switch (node.type) {
      case 'Command':
        return runsSimple(this, node, world, spot);
      case 'Subshell': {
        const result = this.compound(node.body, [world], spot);
        return { worlds: result.worlds.map((after) => afterSubshell(world, after)).slice(-1), out: result.out };
      }
      case 'BraceGroup':
        return this.compound(node.body, [world], spot);
      case 'If':
        return this.branches(node, world, spot);
      case 'For':
      case 'Select':
        return this.loop(node, world, spot);
      case 'While':
        return this.whileLoop(node, world, spot);
      case 'ArithmeticFor':
        runSubstitutionsIn(node, this.expansion(world, spot));
        return this.compound(node.body, [world], spot);
      case 'Case': {
        wordText(node.word, this.expansion(world, spot));
        const worlds: World[] = [world];
        let out: Stream = NO_STREAM;
        for (const item of node.items) {
          const result = this.compound(item.body, [world], spot);
          for (const after of result.worlds) if (!worlds.includes(after)) worlds.push(after);
          out = concat(out, result.out);
        }
        return { worlds, out };
      }
      case 'Function': {
        const functions = new Map(world.functions);
        functions.set(node.name.value, node);
        sourceOf.set(node, spot.source);
        return { worlds: [{ ...world, functions }], out: NO_STREAM };
      }
      case 'Coproc':
        if (node.body.type === 'CompoundList') return this.compound(node.body, [world], spot);
        return this.command(node.body, world, { ...spot, parallel: true });
      case 'Redirected': {
        const { stdin, finish } = redirectCompound(this, node.redirects, world, spot);
        const result = this.command(node.command, stdin === null ? world : { ...world, stdin }, spot);
        const worlds = result.worlds.map((after) => finish(stdin === null ? after : { ...after, stdin: world.stdin }, result.out));
        return { worlds, out: node.redirects.some((r) => r.type === 'Redirect' && r.operator !== '<' && (r.descriptor === undefined || (r.descriptor.type === 'FileDescriptor' && r.descriptor.value === 1))) ? NO_STREAM : result.out };
      }
      case 'TestCommand':
        runSubstitutionsIn(node, this.expansion(world, spot));
        return { worlds: [world], out: NO_STREAM };
      case 'ArithmeticCommand': {
        runSubstitutionsIn(node, this.expansion(world, spot));
        // zsh, and bash where the closing does not fit, take `((cmd x))` for two subshells.
        if (!looksLikeCommand(node.body)) return { worlds: [world], out: NO_STREAM };
        const call: Call = { name: '', argv: [], world, env: new Map(), stdin: world.stdin, taint: CLEAN, words: node.body.slice(0, 400), depth: spot.depth, remote: false };
        this.runText(node.body, call);
        return { worlds: [world], out: NO_STREAM };
      }
    }
  }

  private branches(node: If, world: World, spot: Spot): Result {
    const clause = this.compound(node.clause, [world], spot);
    const worlds: World[] = [];
    let out = clause.out;
    const take = (result: Result): void => {
      for (const after of result.worlds) if (!worlds.includes(after)) worlds.push(after);
      out = concat(out, result.out);
    };
    take(this.compound(node.then, clause.worlds, spot));
    let before = clause.worlds;
    for (const branch of node.elif) {
      before = this.compound(branch.clause, before, spot).worlds;
      take(this.compound(branch.then, before, spot));
    }
    if (node.else !== undefined) take(this.compound(node.else, before, spot));
    else for (const after of before) if (!worlds.includes(after)) worlds.push(after);
    return { worlds: worlds.length > MAX_WORLDS ? [merged(worlds)] : worlds, out };
  }

  private loop(node: For | Select, world: World, spot: Spot): Result {
    const expansion = this.expansion(world, spot);
    const words = node.wordlist === undefined ? (world.args.length > 0 ? world.args.slice(1) : [HOLE]) : node.wordlist.flatMap((word) => wordFields(word, expansion));
    const taint = expansion.taint;
    let worlds: readonly World[] = [expansion.world];
    let out: Stream = NO_STREAM;
    let turns = 0;
    for (const value of new Set(words)) {
      if (++turns > MAX_TURNS) throw new BoundReached('commands');
      const result = this.compound(node.body, worlds.map((before) => withVariable(before, node.name.value, [value], taint)), spot);
      worlds = result.worlds.length > 1 ? [merged(result.worlds)] : result.worlds;
      out = concat(out, result.out);
    }
    return { worlds, out };
  }

  private whileLoop(node: While, world: World, spot: Spot): Result {
    let now: readonly World[] = [world];
    let out: Stream = NO_STREAM;
    const outer = world.stdin;
    for (let turn = 0; ; turn++) {
      if (turn > MAX_TURNS) throw new BoundReached('commands');
      const before = merged(now);
      const clause = this.compound(node.clause, [before], spot);
      const body = this.compound(node.body, clause.worlds, spot);
      out = concat(concat(out, clause.out), body.out);
      now = body.worlds;
      const after = merged(now);
      const consumed = clause.worlds.some((each) => each.stdin !== before.stdin);
      // `while read` runs once a line; any other loop twice: what its first turn sets, the second one uses.
      if (consumed ? after.stdin.text === '' : turn >= 1 || (after.vars === before.vars && after.cwd === before.cwd)) break;
    }
    return { worlds: now.map((after) => ({ ...after, stdin: outer })), out };
  }

  // ---- what expansion and programs ask for -------------------------------------------------------

  /** A fresh expansion context; `taint` is what the expanded words were made of. */
  expansion(world: World, spot: Spot): Expansion & { taint: Taint } {
    const expansion: Expansion & { taint: Taint } = {
      home: this.home,
      root: this.root,
      world,
      depth: spot.depth,
      taint: CLEAN,
      used: (name) => {
        const taint = expansion.world.taints.get(name);
        if (taint !== undefined) expansion.taint = joined(expansion.taint, taint);
      },
      substitute: (script, depth) => {
        const stream = this.subshell(script, expansion.world, { ...spot, depth });
        expansion.taint = joined(expansion.taint, stream);
        return stream.text;
      },
      processSubstitution: (script, operator, depth) => {
        const inner: World = operator === '>' ? { ...expansion.world, stdin: { text: HOLE, fetched: false, secret: null, from: 'pipe' } } : expansion.world;
        const stream = this.subshell(script, inner, { ...spot, depth });
        expansion.taint = joined(expansion.taint, stream);
        this.procs.push(stream);
        return `/dev/fd/${String(999 + this.procs.length)}`;
      },
    };
    return expansion;
  }

  private subshell(script: ParsedScript, world: World, spot: Spot): Stream {
    if (spot.depth > MAX_DEPTH) throw new BoundReached('depth');
    // What is substituted goes into words: whoever prints those is judged for it.
    const { piped } = this;
    this.piped = true;
    const { out } = this.substituted(script, world, spot);
    this.piped = piped;
    return out;
  }

  private substituted(script: ParsedScript, world: World, spot: Spot): Result {
    return this.list(script.commands, [world], script.source === undefined ? spot : { ...spot, source: script.source });
  }

  locate(text: Text, call: Call, follow = true): Place {
    return this.locator.locate(text, call.world.cwd, call.world.links, follow);
  }

  touch(act: PathAct, text: Text, call: Call, options: TouchOptions = {}): Place {
    const cwd = options.cwd === undefined ? call.world.cwd : options.cwd;
    const place = this.locator.locate(text, cwd, call.world.links, options.follow ?? true);
    const counts = this.away === null || this.countsAway(act, place, call);
    if (!call.remote && counts)
      this.add({ kind: 'path', act, place, by: call.name, ...(options.to === undefined ? {} : { to: options.to }), ...(options.metadataOnly === undefined ? {} : { metadataOnly: options.metadataOnly }) });
    return place;
  }

  /** Elsewhere counts what would come back to the model, secrets, and on a host whole folders that would be gone. */
  private countsAway(act: PathAct, place: Place, call: Call): boolean {
    if (place.path === null) return false;
    if (act === 'read') return secretName(place.path, this.home) !== null;
    return this.away === 'host' && act === 'delete' && place.text.startsWith('/') && !place.path.startsWith(`${this.home}/`) && !/^\/(?:var\/)?tmp\/./.test(place.path) && call.argv.some((word) => /^-[a-zA-Z]*[rR]|^--recursive$|^-delete$/.test(word));
  }

  elsewhere(where: 'host' | 'container', run: () => Outcome): Outcome {
    const before = this.away;
    this.away = where;
    const outcome = run();
    this.away = before;
    return outcome;
  }

  runText(given: Text, call: Call, options: { readonly args?: readonly Text[]; readonly here?: boolean; readonly world?: World } = {}): Outcome {
    const text = unixLines(given);
    this.nested += text.length;
    if (this.nested > MAX_NESTED_CHARS) throw new BoundReached('nested text');
    const base = options.world ?? call.world;
    let world: World = { ...base, stdin: call.stdin };
    if (options.args !== undefined) world = { ...world, args: options.args };
    for (const [name, value] of call.env) world = withVariable(world, name, [value]);
    const result = this.list(parseShell(text).commands, [world], { source: text, depth: call.depth + 1, parallel: false });
    if (options.here === true) return { worlds: result.worlds.map((after) => ({ ...after, stdin: base.stdin, args: base.args })), out: result.out };
    return { worlds: result.worlds.map((after) => afterSubshell(call.world, after)).slice(-1), out: result.out };
  }

  runArgv(argv: readonly Text[], call: Call, changes: Partial<Pick<Call, 'world' | 'env' | 'stdin' | 'remote' | 'taint'>> = {}): Outcome {
    if (argv.length === 0) return {};
    if (call.depth > MAX_DEPTH) throw new BoundReached('depth');
    this.countCommand();
    const result = dispatch(this, { ...call, ...changes, argv, depth: call.depth + 1 });
    // A wrapper's own folder or variables end with it.
    return changes.world === undefined ? result : { out: result.out, worlds: result.worlds.map((after) => afterSubshell(call.world, after)) };
  }

  runCode(language: string, text: Text, call: Call, args: readonly Text[] = []): void {
    this.nested += text.length;
    if (this.nested > MAX_NESTED_CHARS) throw new BoundReached('nested text');
    if (call.depth > MAX_DEPTH) throw new BoundReached('depth');
    this.add({ kind: 'code', language, text });
    readCode(language, text, { ...call, depth: call.depth + 1 }, this, args);
  }

  runFile(path: Text, call: Call): Text | null {
    const place = this.touch('run', path, call);
    const note = place.path === null ? undefined : call.world.files.get(place.path);
    if (note === undefined) return null;
    if (note.downloaded) this.add({ kind: 'download-run', words: call.words });
    return note.content;
  }

  processStream(path: Text): Stream | null {
    const match = /^\/dev\/fd\/(\d{4,})$/.exec(path);
    return match === null ? null : (this.procs[Number(match[1]) - 1000] ?? null);
  }

  contentOf(path: Text, call: Call): { readonly content: Text | null; readonly taint: Taint } | null {
    const stream = this.processStream(path);
    if (stream !== null) return { content: stream.text, taint: stream };
    const place = this.locate(path, call);
    const note = place.path === null ? undefined : call.world.files.get(place.path);
    return note === undefined ? null : { content: note.content, taint: { fetched: note.downloaded, secret: note.secret } };
  }

  secretOf(place: Place): string | null {
    return place.path === null ? null : secretName(place.path, this.home);
  }
}
