// Reads interpreter code for what its calls do: literal and foldable arguments are followed through
// variables, concatenation, path joins and loops; what cannot be known stays unknown.
import { HOLE, type Text } from '../values.ts';
import { type Helpers, passes } from './functions.ts';
import { BARE_CALLS, BLOCK_METHODS, STATEMENT_WORDS, STOP } from './grammar.ts';
import { type Piece, type Token, tokenize } from './tokens.ts';
import { asText, asTexts, type CodeHost, joinTwo, pairs, textValue, UNKNOWN, type Value } from './value.ts';

export class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private readonly host: CodeHost;
  private readonly scope: Map<string, Value>;
  private readonly helpers: Helpers;

  constructor(source: string, host: CodeHost, scope: Map<string, Value> = new Map(), helpers: Helpers = new Map()) {
    this.tokens = tokenize(source, host.language);
    this.host = host;
    this.scope = scope;
    this.helpers = helpers;
  }

  /** Twice over the text: names that are bound after their use (comprehensions, functions) are known then. */
  readAll(): void {
    while (this.at < this.tokens.length) {
      const before = this.at;
      this.statement();
      if (this.at === before) this.at++;
    }
  }

  private peek(offset = 0): Token | undefined {
    return this.tokens[this.at + offset];
  }

  private punct(value: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token?.type === 'punct' && token.value === value;
  }

  private name(offset = 0): string | null {
    const token = this.peek(offset);
    return token?.type === 'name' ? token.value : null;
  }

  private statement(): void {
    const name = this.name();
    if (name === 'from' || name === 'import') {
      this.importStatement(name);
      return;
    }
    if (name === 'for' || name === 'foreach') {
      this.loop();
      return;
    }
    if ((name === 'def' || name === 'function' || name === 'func') && this.name(1) !== null) {
      const named = this.name(1) ?? '';
      this.at += 2;
      // Ruby's `def self.name`.
      if (this.punct('.') && this.name(1) !== null) this.at += 2;
      this.defines(this.punct('.', -2) ? (this.name(-1) ?? named) : named);
      return;
    }
    if (name !== null && this.punct('=', 1) && this.startsFunction(2)) {
      this.at += 2;
      while (this.name() === 'async' || this.name() === 'function' || this.name() === 'lambda') this.at++;
      this.defines(name);
      return;
    }
    if (name !== null && /^(?:const|let|var|my|our|local)$/.test(name)) {
      this.at++;
      if (this.punct('{')) this.destructure();
      return;
    }
    if (name !== null && (this.punct('=', 1) || this.punct(':=', 1) || (this.punct('<-', 1)))) {
      this.at += 2;
      this.scope.set(name, this.expression());
      return;
    }
    if (name !== null && (this.punct('+=', 1) || this.punct('.=', 1))) {
      this.at += 2;
      const old = asText(this.scope.get(name) ?? UNKNOWN);
      this.scope.set(name, textValue(old + asText(this.expression())));
      return;
    }
    this.expression();
  }

  /** `(a, b) =>`, `a =>`, `async (a) =>`, `function (a)`, `lambda a:`. */
  private startsFunction(offset: number): boolean {
    let at = offset;
    if (this.name(at) === 'async') at++;
    const word = this.name(at);
    if (word === 'function' || word === 'lambda') return true;
    if (word !== null) return this.punct('=>', at + 1);
    if (!this.punct('(', at)) return false;
    for (let depth = 0; at < offset + 64; at++) {
      if (this.punct('(', at)) depth++;
      else if (this.punct(')', at) && --depth === 0) break;
    }
    return this.punct('=>', at + 1);
  }

  /** Reads parameters; in the body each one stands for all that the calls pass. The body is read as what follows. */
  private defines(name: string): void {
    const parameters: string[] = [];
    const standards = new Map<string, Value>();
    let rest = false;
    const bracketed = this.punct('(');
    if (bracketed) this.at++;
    let depth = 0;
    let fresh = true;
    for (let guard = 0; guard < 256 && this.at < this.tokens.length; guard++) {
      if (depth === 0 && (bracketed ? this.punct(')') : this.punct('\n') || this.punct(':') || this.punct('=>') || this.punct(';'))) break;
      if (this.punct('(') || this.punct('[') || this.punct('{')) depth++;
      else if (this.punct(')') || this.punct(']') || this.punct('}')) depth--;
      else if (depth === 0 && this.punct(',')) fresh = true;
      else if (depth === 0 && this.punct('=')) {
        this.at++;
        const last = parameters.at(-1);
        const standard = this.expression();
        if (last !== undefined) standards.set(last, standard);
        continue;
      } else if (depth === 0 && fresh && this.name() !== null) {
        const word = this.name() ?? '';
        if (word !== 'self' && word !== 'cls') {
          parameters.push(word);
          rest = this.punct('*', -1) || this.punct('...', -1);
        }
        fresh = false;
      }
      this.at++;
    }
    if (this.punct(')') || this.punct('=>') || this.punct(':')) this.at++;
    if (this.punct('=>')) this.at++;
    const calls = this.helpers.get(name)?.calls ?? [];
    this.helpers.set(name, { parameters, rest, standards, calls });
    // Several calls: the values of all parameters stand in the same order.
    parameters.forEach((parameter, i) => {
      const values = calls.map((passed) => passed[i] ?? UNKNOWN);
      const [only] = values;
      this.scope.set(parameter, only === undefined ? (standards.get(parameter) ?? UNKNOWN) : values.length === 1 ? only : { kind: 'list', items: values, any: true });
    });
  }

  /** `from os import remove as r`, `import shutil as s`, `import { rmSync as r } from 'fs'`, `import fs from 'fs'`. */
  private importStatement(word: string): void {
    const line: Token[] = [];
    let i = this.at + 1;
    for (; i < this.tokens.length; i++) {
      const token = this.tokens[i];
      if (token === undefined || (token.type === 'punct' && (token.value === '\n' || token.value === ';'))) break;
      if (token.type === 'punct' && token.value === '(' && word === 'import') return void this.expression();
      line.push(token);
    }
    this.at = i;
    const words = line.flatMap((token) => (token.type === 'name' ? [token.value] : token.type === 'punct' && token.value === ',' ? [','] : []));
    const module = line.find((token) => token.type === 'string');
    const moduleName = module?.type === 'string' ? module.pieces.filter((piece) => typeof piece === 'string').join('').replace(/^node:/, '') : word === 'from' ? (words[0] ?? '') : '';
    const list = word === 'from' ? words.slice(words.indexOf('import') + 1) : words.filter((each) => each !== 'from' && each !== 'type');
    for (let k = 0; k < list.length; k++) {
      const original = list[k];
      if (original === undefined || original === ',' || original === 'as') continue;
      const alias = list[k + 1] === 'as' ? list[k + 2] : original;
      if (list[k + 1] === 'as') k += 2;
      if (alias !== undefined) this.scope.set(alias, { kind: 'name', name: moduleName === '' ? original : word === 'import' && !line.some((token) => token.type === 'punct' && token.value === '{') ? moduleName : `${moduleName}.${original}` });
    }
  }

  /** `const { rmSync: r, unlink } = require('fs')`. */
  private destructure(): void {
    const names: [string, string][] = [];
    this.at++;
    while (this.at < this.tokens.length && !this.punct('}')) {
      const name = this.name();
      if (name !== null) {
        const alias = this.punct(':', 1) ? this.name(2) : name;
        if (alias !== null) names.push([alias, name]);
        if (this.punct(':', 1)) this.at += 2;
      }
      this.at++;
    }
    this.at++;
    if (!this.punct('=')) return;
    this.at++;
    const value = this.expression();
    const module = value.kind === 'name' ? value.name : '';
    for (const [alias, name] of names) this.scope.set(alias, { kind: 'name', name: module === '' ? name : `${module}.${name}` });
  }

  /** `for x in LIST`, `for (const x of LIST)`, `foreach (LIST as $x)`, `for my $x (LIST)`. */
  private loop(): void {
    this.at++;
    const names: string[] = [];
    if (this.punct('(') && this.host.language === 'php') {
      this.at++;
      const list = this.expression();
      if (this.name() === 'as') {
        this.at++;
        const name = this.name();
        if (name !== null) this.bindEach([name], list);
      }
      return;
    }
    if (this.punct('(')) this.at++;
    for (let guard = 0; guard < 8; guard++) {
      const name = this.name();
      if (name === 'in' || name === 'of') {
        this.at++;
        this.bindEach(names, this.expression());
        return;
      }
      if (name !== null && !STATEMENT_WORDS.has(name)) names.push(name);
      else if (name === null && this.punct('(') && names.length > 0) {
        // Perl: `for my $x (glob "*")`
        this.at++;
        this.bindEach(names, this.expression());
        return;
      } else if (name === null && !this.punct(',') && !this.punct('(') && !this.punct(')')) return;
      this.at++;
    }
  }

  private bindEach(names: readonly string[], list: Value): void {
    const items = list.kind === 'list' ? list.items : [];
    const [first] = items;
    // One value stands for all when there is only one; several are all tried by those who use them.
    const each: Value = list.kind === 'list' ? (items.length === 1 && first !== undefined ? first : { ...list, any: true }) : UNKNOWN;
    names.forEach((name, i) => this.scope.set(name, i === 0 || each.kind === 'list' ? each : textValue(HOLE)));
  }

  // ---- expressions -------------------------------------------------------------------------------

  private expression(): Value {
    if (++this.depth > 64) {
      this.depth--;
      this.at++;
      return UNKNOWN;
    }
    let left = this.unary();
    for (; ;) {
      if (this.punct('+') || (this.punct('.') && this.peek(1)?.type !== undefined && this.host.language === 'php') || (this.punct('.') && this.host.language === 'perl')) {
        this.at++;
        const right = this.unary();
        left = left.kind === 'list' && right.kind === 'list' ? { kind: 'list', items: [...left.items, ...right.items] } : pairs(left, right, (a, b) => a + b);
        continue;
      }
      if (this.punct('..') || (this.punct('.') && this.punct('.', 1) && this.host.language === 'lua')) {
        this.at += this.punct('..') ? 1 : 2;
        left = textValue(asText(left) + asText(this.unary()));
        continue;
      }
      if (this.punct('/') && this.host.language === 'python') {
        this.at++;
        const right = this.unary();
        left = pairs(left, right, joinTwo);
        continue;
      }
      if (this.punct('%') && this.host.language === 'python') {
        this.at++;
        const right = this.unary();
        const values = [...asTexts(right)];
        left = textValue(asText(left).replace(/%[sdr]/g, () => values.shift() ?? HOLE));
        continue;
      }
      if (this.punct('&') && this.host.language === 'osascript') {
        this.at++;
        left = textValue(asText(left) + asText(this.unary()));
        continue;
      }
      if (this.punct('||') || this.punct('??')) {
        this.at++;
        const right = this.unary();
        if (left.kind === 'text' && left.text === HOLE) left = right;
        continue;
      }
      break;
    }
    this.depth--;
    return left;
  }

  private unary(): Value {
    while (this.punct('!') || this.punct('-') || this.punct('*') || this.punct('...') || this.punct('&') || this.punct('\\') || ['await', 'new', 'not', 'return', 'yield', 'async', 'print', 'puts', 'void', 'typeof', 'say', 'echo', 'die', 'raise', 'throw'].includes(this.name() ?? '')) this.at++;
    return this.postfix(this.primary());
  }

  private primary(): Value {
    const token = this.peek();
    if (token === undefined) return UNKNOWN;
    if (token.type === 'string') {
      this.at++;
      let text = this.stringText(token.pieces);
      if (token.command) return this.host.command(text);
      // Adjacent literals are one string in Python.
      while (this.host.language === 'python' && this.peek()?.type === 'string') {
        const next = this.peek();
        if (next?.type === 'string') text += this.stringText(next.pieces);
        this.at++;
      }
      return textValue(text);
    }
    if (token.type === 'words') {
      this.at++;
      return { kind: 'list', items: token.values.map(textValue) };
    }
    if (token.type === 'number') {
      this.at++;
      return textValue(token.value);
    }
    if (token.type === 'punct') {
      if (token.value === '(' || token.value === '[') return this.group(token.value === '(' ? ')' : ']', token.value === '[');
      if (token.value === '{') {
        this.at++;
        return UNKNOWN;
      }
      if (!STOP.has(token.value) || token.value === 'regex') this.at++;
      return UNKNOWN;
    }
    this.at++;
    return this.named(token.value);
  }

  private stringText(pieces: readonly Piece[]): Text {
    return pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        if (this.depth > 8 || piece.code.length > 400) return HOLE;
        const inner = new Reader(piece.code, this.host, this.scope, this.helpers);
        inner.depth = this.depth + 1;
        return asText(inner.expression());
      })
      .join('');
  }

  private group(close: string, isList: boolean): Value {
    this.at++;
    const items: Value[] = [];
    for (let guard = 0; guard < 4_096 && this.at < this.tokens.length && !this.punct(close); guard++) {
      if (this.punct(',') || this.punct('\n') || this.punct(';')) {
        this.at++;
        continue;
      }
      const before = this.at;
      if (this.name() === 'for') this.loop();
      else items.push(this.expression());
      if (this.at === before) this.at++;
    }
    this.at++;
    return isList || items.length > 1 ? { kind: 'list', items } : (items[0] ?? { kind: 'list', items: [] });
  }

  /** A name: variable, constant, or the start of a dotted path. */
  private named(word: string): Value {
    const known = this.scope.get(word);
    if (known !== undefined) return known;
    return this.host.constant(word) ?? { kind: 'name', name: word };
  }

  private postfix(start: Value): Value {
    let value = start;
    for (let guard = 0; guard < 256; guard++) {
      const dot = this.punct('.') || this.punct('::') || this.punct('?.') || this.punct('->') || this.punct('\\');
      if (dot && this.name(1) !== null) {
        const member = this.name(1) ?? '';
        if (this.host.language === 'perl' && this.punct('.')) return value;
        this.at += 2;
        const full = value.kind === 'name' ? `${value.name}.${member}` : `.${member}`;
        if (this.punct('(')) {
          value = this.invoke(full, value);
          continue;
        }
        if (BARE_CALLS.has(this.host.language) && this.startsArgument()) {
          value = this.host.call({ name: full, receiver: value.kind === 'name' ? null : value, ...this.bareArguments() });
          continue;
        }
        if (this.host.language === 'ruby' && BLOCK_METHODS.has(member) && value.kind !== 'name') continue;
        const constant = this.host.constant(full);
        if (constant !== null) value = constant;
        else if (value.kind === 'name') value = { kind: 'name', name: full };
        else if (this.host.language === 'ruby' || /^(?:parent|name|stem|path)$/.test(member)) value = this.host.call({ name: full, receiver: value, args: [], named: new Map() });
        else value = UNKNOWN;
        continue;
      }
      // zx and execa: $`command`.
      const tagged = this.peek();
      if (tagged?.type === 'string' && value.kind === 'name' && this.host.language === 'javascript' && /(?:^|\.)(?:\$|execaCommand|sh)$/.test(value.name)) {
        this.at++;
        value = this.host.command(this.stringText(tagged.pieces));
        continue;
      }
      if (this.punct('(') && value.kind === 'name') {
        value = this.invoke(value.name, null);
        continue;
      }
      if (this.punct('[')) {
        const index = this.group(']', true);
        const key = asText(index.kind === 'list' ? index.items[0] : index);
        if (value.kind === 'name') value = this.host.constant(`${value.name}[${key}]`) ?? UNKNOWN;
        else if (value.kind === 'list') value = value.items.at(Number(key)) ?? UNKNOWN;
        else value = UNKNOWN;
        continue;
      }
      if (this.punct('{') && this.host.language === 'perl' && value.kind === 'name' && value.name === 'ENV') {
        this.at++;
        const key = this.name() ?? '';
        while (this.at < this.tokens.length && !this.punct('}')) this.at++;
        this.at++;
        value = this.host.constant(`ENV[${key}]`) ?? UNKNOWN;
        continue;
      }
      if (value.kind === 'name' && BARE_CALLS.has(this.host.language) && !STATEMENT_WORDS.has(value.name) && this.startsArgument()) {
        const bare = this.bareArguments();
        passes(this.helpers, value.name, bare.args, bare.named);
        value = this.host.call({ name: value.name, receiver: null, ...bare });
        continue;
      }
      // `list.each { |f| … }`, `list.forEach(f => …)` bind their parameter through the call's receiver.
      if ((this.punct('{') && this.punct('|', 1)) || (this.name() === 'do' && this.punct('|', 1))) {
        const name = this.name(2);
        if (name !== null) this.bindEach([name], value.kind === 'list' ? value : { kind: 'list', items: [value] });
        this.at += 4;
        return value;
      }
      return value;
    }
    return value;
  }

  private startsArgument(): boolean {
    const token = this.peek();
    if (token === undefined) return false;
    if (token.type === 'string' || token.type === 'words') return true;
    if (token.type === 'name') return !STATEMENT_WORDS.has(token.value) || token.value === 'my';
    return token.type === 'punct' && token.value === '[' && this.host.language === 'ruby' ? false : token.type === 'punct' && token.value === '<' && this.host.language === 'perl';
  }

  private bareArguments(): { readonly args: readonly Value[]; readonly named: ReadonlyMap<string, Value> } {
    return this.arguments(() => this.at >= this.tokens.length || this.punct('\n') || this.punct(';') || this.punct('}') || this.punct(')') || ['if', 'unless', 'or', 'and', 'do', 'while', 'for', 'foreach', 'with'].includes(this.name() ?? ''));
  }

  private invoke(name: string, receiver: Value | null): Value {
    this.at++;
    const list = receiver !== null && receiver.kind === 'list' && /\.(?:forEach|map|filter|each)$/.test(name) ? receiver : null;
    // `files.forEach(f => …)`: the parameter is each of them.
    if (list !== null) {
      const at = this.punct('(') ? 1 : this.name() === 'async' ? (this.punct('(', 1) ? 2 : 1) : 0;
      const parameter = this.name(at);
      if (parameter !== null && (this.punct('=>', at + 1) || (this.punct('(', at - 1) && at > 0 && this.punct(')', at + 1)))) this.bindEach([parameter], list);
    }
    // `import('fs').then(fs => …)`: the parameter is the module.
    if (receiver?.kind === 'name' && name.endsWith('.then')) {
      const at = (this.name() === 'async' ? 1 : 0) + (this.punct('(', this.name() === 'async' ? 1 : 0) ? 1 : 0);
      const parameter = this.name(at);
      if (parameter !== null && (this.punct('=>', at + 1) || this.punct('=>', at + 2))) this.scope.set(parameter, receiver);
    }
    const { args, named } = this.arguments(() => this.punct(')') || this.at >= this.tokens.length);
    this.at++;
    passes(this.helpers, name, args, named);
    // `map(clean, folders)`, `folders.forEach(clean)`, `Thread(target=clean, args=(…))`: it gets what stands beside it.
    for (const value of [...args, ...named.values()]) {
      if (value.kind !== 'name' || !this.helpers.has(value.name)) continue;
      const beside = [...(receiver?.kind === 'list' ? [receiver] : []), ...args, ...named.values()].filter((other) => other.kind === 'list');
      passes(this.helpers, value.name, beside.length > 0 ? beside.map((other) => (other.kind === 'list' ? { ...other, any: true } : other)) : [UNKNOWN], new Map());
    }
    return this.host.call({ name, receiver: receiver?.kind === 'name' ? null : receiver, args, named });
  }

  private arguments(ends: () => boolean): { readonly args: readonly Value[]; readonly named: ReadonlyMap<string, Value> } {
    const args: Value[] = [];
    const named = new Map<string, Value>();
    for (let guard = 0; guard < 4_096 && !ends(); guard++) {
      if (this.punct(',') || this.punct('\n') || this.punct(';')) {
        this.at++;
        continue;
      }
      const name = this.name();
      if (name !== null && (this.punct('=', 1) || this.punct(':', 1) || this.punct('=>', 1)) && !(this.punct(':', 1) && this.punct(':', 2))) {
        this.at += 2;
        named.set(name, this.expression());
        continue;
      }
      if (name === 'for') {
        this.loop();
        continue;
      }
      if (name !== null && /^(?:if|unless|while|const|let|var|return|my)$/.test(name)) {
        this.statement();
        continue;
      }
      const before = this.at;
      if (this.punct('{') || this.punct('}')) {
        this.at++;
        continue;
      }
      args.push(this.expression());
      if (this.at === before) this.at++;
    }
    return { args, named };
  }
}
