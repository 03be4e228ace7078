import { describe, expect, it } from 'vitest';
import { Output, printable, table } from './output.ts';

function capture(options: { json?: boolean; tty?: boolean; env?: Record<string, string> } = {}) {
  let out = '';
  let err = '';
  const output = new Output({ write: (text) => { out += text; }, isTTY: options.tty }, { write: (text) => { err += text; } }, options.json ?? false, options.env ?? {});
  return { output, out: () => out, err: () => err };
}

describe('colour', () => {
  it.each([
    [{ tty: true }, true],
    [{ tty: false }, false],
    [{ tty: true, json: true }, false],
    [{ tty: true, env: { NO_COLOR: '1' } }, false],
    [{ tty: true, env: { NO_COLOR: '' } }, true],
    [{ tty: true, env: { TERM: 'dumb' } }, false],
  ])('%j: %s', (options, coloured) => {
    const { output } = capture(options);
    expect(output.paint('bad', 'x').includes('\u001b[31m')).toBe(coloured);
  });
});

describe('what comes from outside cannot drive the terminal', () => {
  it('makes control and direction characters visible', () => {
    const { output, out } = capture({ tty: true });
    output.lines(['a\u001b]0;title\u0007\u001b[2J\r\nb\u202ec\u009b1m']);
    expect(out()).toBe('a\\u001b]0;title\\u0007\\u001b[2J\\u000d\\u000ab\\u202ec\\u009b1m\n');
  });
  it('takes no colour of outsiders where there is none', () => {
    const { output, out } = capture({ tty: false });
    output.lines(['\u001b[31mred']);
    expect(out()).toBe('red\n');
  });
  it('printable() leaves one plain line', () => {
    expect(printable('\u001b[31ma\nb')).toBe('a\\u000ab');
  });
});

describe('secrets', () => {
  it('are blotted out of lines, rows, documents and asides, in every spelling', () => {
    const secret = 'can"ary\\key/+';
    for (const json of [false, true]) {
      const { output, out, err } = capture({ json });
      output.hide(secret);
      output.lines([`x ${secret} y`]);
      output.row({ secret });
      output.document({ deep: [{ [secret]: secret }] });
      output.aside(`e ${secret} ${encodeURIComponent(secret)}`);
      for (const text of [out(), err()]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(text).not.toContain(encodeURIComponent(secret));
      }
      expect(out() + err()).toContain('<redacted>');
    }
  });
});

it('prints a document in JSON mode only, and lines in text mode only', () => {
  const text = capture();
  text.output.lines(['a']);
  text.output.document({ a: 1 });
  expect(text.out()).toBe('a\n');
  const json = capture({ json: true });
  json.output.lines(['a']);
  json.output.document({ a: 1 });
  expect(JSON.parse(json.out())).toEqual({ a: 1 });
});

it('aligns columns by what is seen, without trailing spaces', () => {
  expect(table([['a', 'bb', 'c'], ['\u001b[31maaa\u001b[0m', 'b', '']])).toEqual(['a    bb  c', '\u001b[31maaa\u001b[0m  b']);
});
