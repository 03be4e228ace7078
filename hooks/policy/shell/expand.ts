// Words to arguments: quoting, tilde, braces, variables, substitutions, globs, splitting.
import type { DoubleQuotedChild, HereDoc, ParsedScript, Word, WordPart } from 'unbash';
import { forEachChild, type SyntaxNode } from 'unbash';
import { BoundReached, MAX_DEPTH, MAX_VALUE_CHARS, MAX_WORDS } from '../limits.ts';
import { parseShell, parseWords } from '../parse/shell.ts';
import { ANY, HOLE, literalGlobs, STAR, type Text } from '../values.ts';
import { expandBraces } from './braces.ts';
import { lookup, parameterValues, type Surroundings } from './parameters.ts';
import { withVariable, type World } from './world.ts';

/** What the expansion asks of the shell that it is part of. */
export interface Expansion extends Surroundings {
  /** Changed by `${x:=y}`. */
  world: World;
  depth: number;
  /** A variable is used: its origin counts for the whole command. */
  used(name: string): void;
  /** Runs `$(…)` in a subshell and answers with its output. */
  substitute(script: ParsedScript, depth: number): Text;
  /** Runs `<(…)` or `>(…)` and answers with the name that the command sees. */
  processSubstitution(script: ParsedScript, operator: '<' | '>', depth: number): Text;
}

/** Collects pieces into fields as the shell does: unquoted values split at blanks, quoted ones never. */
class Fields {
  readonly done: Text[] = [];
  private current = '';
  private open = false;

  literal(text: Text): void {
    this.current += text;
    this.open = true;
    if (this.current.length > MAX_VALUE_CHARS) throw new BoundReached('words');
  }

  private close(): void {
    if (this.open) this.done.push(this.current);
    if (this.done.length > MAX_WORDS) throw new BoundReached('words');
    this.current = '';
    this.open = false;
  }

  /** An unquoted value: split, its wildcards live. */
  split(value: Text): void {
    const live = value.replaceAll('*', STAR).replaceAll('?', ANY);
    if (!/[ \t\n]/.test(live)) {
      if (live !== '') this.literal(live);
      return;
    }
    const pieces = live.split(/[ \t\n]+/);
    pieces.forEach((piece, i) => {
      if (i > 0) this.close();
      if (piece !== '') this.literal(piece);
    });
  }

  /** `"$@"`: every value is a field of its own. */
  each(values: readonly Text[], quoted: boolean): void {
    values.forEach((value, i) => {
      if (i > 0) this.close();
      if (quoted) this.literal(value);
      else this.split(value);
    });
  }

  finish(): readonly Text[] {
    this.close();
    return this.done;
  }
}

function tilde(text: Text, expansion: Expansion): Text {
  const match = /^~([^/]*)/.exec(text);
  if (match === null) return text;
  const who = match[1] ?? '';
  const rest = text.slice(match[0].length);
  if (who === '') return (expansion.world.vars.get('HOME')?.[0] ?? expansion.home) + rest;
  if (who === '+') return (expansion.world.cwd ?? HOLE) + rest;
  if (who === '-') return (expansion.world.previous ?? HOLE) + rest;
  // Somebody's home: never inside the working folder unless it is our own.
  return /^[\w.-]+$/.test(who) ? (expansion.home.endsWith(`/${who}`) ? expansion.home : who === 'root' ? '/root' : `/home/${who}`) + rest : text;
}

function isList(part: { text: string }): boolean {
  return part.text === '$@' || part.text === '${@}' || /^\$\{\w+\[@\]\}$/.test(part.text);
}

function simpleName(text: string): string {
  return text.slice(1);
}

function partValues(part: DoubleQuotedChild | WordPart, expansion: Expansion): readonly Text[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'SimpleExpansion': {
      expansion.used(simpleName(part.text));
      const values = lookup(simpleName(part.text), expansion.world, expansion);
      if (values === null) return [HOLE];
      return values.length > 1 && part.text !== '$@' && part.text !== '$*' ? values.slice(0, 1) : values;
    }
    case 'ParameterExpansion':
      expansion.used(part.parameter);
      return parameterValues(part, {
        home: expansion.home,
        root: expansion.root,
        world: expansion.world,
        text: (word) => wordText(word, expansion),
        assign: (name, value) => {
          expansion.world = withVariable(expansion.world, name, [value]);
        },
      });
    case 'CommandExpansion':
      return [part.script === undefined ? HOLE : expansion.substitute(part.script, expansion.depth + 1).replace(/\n+$/, '')];
    case 'ArithmeticExpansion': {
      runSubstitutionsIn(part, expansion);
      // What is no arithmetic is a subshell in a substitution to some shells: `$((rm x))`.
      const inner = part.text.slice(3, -2);
      if (looksLikeCommand(inner)) expansion.substitute({ ...parseShell(inner), source: inner }, expansion.depth + 1);
      return [HOLE];
    }
    case 'ProcessSubstitution':
      return [part.script === undefined ? HOLE : expansion.processSubstitution(part.script, part.operator, expansion.depth + 1)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return [part.parts.map((child) => partValues(child, expansion).join(' ')).join('')];
    case 'Glob':
      return [part.kind === 'star' ? STAR : ANY];
    case 'ExtendedGlob':
      return [STAR];
    case 'BraceExpansion':
      return [part.text];
  }
}

/** Two words side by side, which no arithmetic has: `((rm x))`. */
export const looksLikeCommand = (text: string): boolean => /[A-Za-z]\s+[-\w/~.]*[A-Za-z/~]/.test(text);

/** Substitutions in arithmetic and tests run too, though their value does not matter. */
export function runSubstitutionsIn(node: SyntaxNode, expansion: Expansion): void {
  if (expansion.depth > MAX_DEPTH) throw new BoundReached('depth');
  forEachChild(node, (child) => {
    if (child.type === 'CommandExpansion' || child.type === 'ArithmeticCommandExpansion') {
      if (child.script !== undefined) expansion.substitute(child.script, expansion.depth + 1);
    } else if (child.type === 'ProcessSubstitution') {
      if (child.script !== undefined) expansion.processSubstitution(child.script, child.operator, expansion.depth + 1);
    } else {
      expansion.depth++;
      runSubstitutionsIn(child, expansion);
      expansion.depth--;
    }
  });
}

/** The fields that a word becomes. */
export function wordFields(word: Word, expansion: Expansion): readonly Text[] {
  const parts = word.parts;
  if (parts === undefined) return [word.text.startsWith('~') ? tilde(word.value, expansion) : word.value];
  if (parts.some((part) => part.type === 'BraceExpansion')) {
    const texts = expandBraces(word.text);
    if (texts.length > 1 || texts[0] !== word.text) {
      if (expansion.depth > MAX_DEPTH) throw new BoundReached('depth');
      expansion.depth++;
      const out = texts.flatMap((text) => parseWords(text).flatMap((inner) => wordFields(inner, expansion)));
      expansion.depth--;
      return out;
    }
  }
  const fields = new Fields();
  parts.forEach((part, i) => {
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString':
        fields.literal('');
        for (const child of part.parts) {
          const values = partValues(child, expansion);
          if ((child.type === 'SimpleExpansion' || child.type === 'ParameterExpansion') && isList(child)) fields.each(values, true);
          else fields.literal(values.join(' '));
        }
        return;
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        fields.each(partValues(part, expansion), false);
        return;
      case 'CommandExpansion':
        for (const value of partValues(part, expansion)) fields.split(value);
        return;
      case 'Literal':
        fields.literal(i === 0 && part.text.startsWith('~') ? tilde(part.value, expansion) : part.value);
        return;
      default:
        for (const value of partValues(part, expansion)) fields.literal(value);
    }
  });
  return fields.finish();
}

/** A word where the shell does not split: assignments, redirect targets, case words. */
export function wordText(word: Word, expansion: Expansion): Text {
  if (word.parts === undefined) return word.text.startsWith('~') ? tilde(word.value, expansion) : word.value;
  let out = '';
  word.parts.forEach((part, i) => {
    const values = partValues(part, expansion);
    out += i === 0 && part.type === 'Literal' && part.text.startsWith('~') ? tilde(part.value, expansion) : values.join(' ');
    if (out.length > MAX_VALUE_CHARS) throw new BoundReached('words');
  });
  return out;
}

/** The right side of an assignment: globs stay characters, `~` counts after a colon too. */
export function assignedText(word: Word, expansion: Expansion): Text {
  return literalGlobs(wordText(word, expansion));
}

/** What a heredoc gives to its command. */
export function heredocText(heredoc: HereDoc, expansion: Expansion): Text {
  const { body } = heredoc;
  let text = body.parts === undefined ? body.text : body.parts.map((part) => partValues(part, expansion).join(' ')).join('');
  if (heredoc.operator === '<<-') text = text.replace(/^\t+/gm, '');
  return text;
}
