// Random JSONC documents for the property tests of this folder: comments, trailing commas, line endings and a
// BOM in every place where the grammar allows them.
import fc from 'fast-check';

/** The text of one document; its root is an object, or absent. */
export const jsoncText: fc.Arbitrary<string> = fc
  .record({
    eol: fc.constantFrom('\n', '\r\n', '\n', '\r'),
    bom: fc.constantFrom('', '', '\uFEFF'),
    before: fc.constantFrom('', '', '// settings\n', '/* a */', '\n', '  '),
    after: fc.constantFrom('', '\n', '\n\n', ' ', '\n// the end', '\n/* the\n end */\n'),
    style: fc.constantFrom('spread', 'spread', 'tight', 'line', 'wild'),
    unit: fc.constantFrom('  ', '    ', '\t', ' '),
    root: fc.option(fc.dictionary(key(), value(3), { maxKeys: 5 }), { freq: 12, nil: undefined }),
    noise: fc.infiniteStream(fc.nat({ max: 99 })),
  })
  .map(({ eol, bom, before, after, style, unit, root, noise }) => {
    const writer = new Writer(style, unit, () => noise.next().value ?? 0);
    const body = root === undefined ? '' : writer.write(root, '');
    return (bom + before + body + after).replaceAll('\n', eol);
  });

function key(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('hooks', 'list', 'chat.pluginLocations', 'a', 'b', 'editor.fontSize', '2', '1', '__proto__', 'constructor') },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  );
}

function value(depth: number): fc.Arbitrary<unknown> {
  const scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ maxLength: 8 }), fc.constantFrom('// no comment', '/* neither */', ',}', '"'));
  if (depth === 0) return scalar;
  return fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 1, arbitrary: fc.array(value(depth - 1), { maxLength: 3 }) }, { weight: 1, arbitrary: fc.dictionary(key(), value(depth - 1), { maxKeys: 3 }) });
}

class Writer {
  private readonly style: string;
  private readonly unit: string;
  private readonly next: () => number;
  constructor(style: string, unit: string, next: () => number) {
    this.style = style;
    this.unit = unit;
    this.next = next;
  }

  write(held: unknown, indent: string): string {
    if (typeof held !== 'object' || held === null) return JSON.stringify(held);
    const list = Array.isArray(held);
    const entries = list ? held.map((item: unknown) => this.write(item, indent + this.unit)) : Object.entries(held).map(([name, item]) => `${JSON.stringify(name)}${this.gap()}:${this.style === 'tight' ? '' : ' '}${this.write(item, indent + this.unit)}`);
    const [open, close] = list ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0) return open + this.pick(['', '', ' ', this.style === 'line' || this.style === 'tight' ? '' : '\n', this.blockOr('')]) + close;
    const trailing = this.next() < 25 ? ',' : '';
    if (this.style === 'tight' || this.style === 'line') {
      const space = this.style === 'line' ? ' ' : '';
      return open + space + entries.map((entry) => this.blockOr('') + entry + this.gap()).join(`,${space}`) + trailing + space + close;
    }
    const line = `\n${indent}${this.unit}`;
    const lines = entries.map((entry, index) => {
      const last = index === entries.length - 1;
      const comma = last ? trailing : ',';
      const above = this.next() < 15 ? `${line}// about the next one` : '';
      const lead = this.style === 'wild' && above === '' && this.next() < 40 ? this.gap() : line;
      return `${above}${lead}${entry}${this.gap()}${comma}${this.lineComment(last)}`;
    });
    const foot = this.next() < 15 ? `${line}// at the end` : '';
    return `${open}${lines.join('')}${foot}${this.style === 'wild' && foot === '' && this.next() < 40 ? this.newlineIfCommented(lines.at(-1) ?? '') : `\n${indent}`}${close}`;
  }

  private pick(choices: readonly string[]): string {
    return choices[this.next() % choices.length] ?? '';
  }
  private blockOr(other: string): string {
    return this.next() < 12 ? '/* c */' : other;
  }
  private gap(): string {
    if (this.style === 'wild') return this.pick(['', ' ', '\n', '\t ', '/* g */', ' // g\n', '']);
    return this.next() < 6 ? ' /* g */ ' : '';
  }
  private lineComment(last: boolean): string {
    const roll = this.next();
    if (roll < 15) return ` // ${last ? 'last' : 'remark'}${this.style === 'wild' ? '\n' : ''}`;
    return roll < 20 ? '   ' : '';
  }
  private newlineIfCommented(line: string): string {
    return /\/\/[^\n]*$/.test(line) ? '\n' : ' ';
  }
}
