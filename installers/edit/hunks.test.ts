import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hunksOf } from './hunks.ts';

it('shows the changed lines with their place in the old text', () => {
  expect(hunksOf('{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "b": 2\n}\n')).toEqual([{ line: 2, removed: ['  "a": …'], added: ['  "a": …,', '  "b": 2'] }]);
  expect(hunksOf('', '{}\n')).toEqual([{ line: 1, removed: [], added: ['{}'] }]);
  expect(hunksOf('same\r\n', 'same\r\n')).toEqual([]);
});

it('shows two changes as two', () => {
  expect(hunksOf('a\nb\nc\nd\ne', 'a\nB\nc\nd\nE')).toEqual([
    { line: 2, removed: ['b'], added: ['B'] },
    { line: 5, removed: ['e'], added: ['E'] },
  ]);
});

it('shows of a very long line only the part that changed', () => {
  const [hunk] = hunksOf(`{"token":"${'x'.repeat(900)}","a":1}`, `{"token":"${'x'.repeat(900)}","a":1,"ours":true}`);
  expect(hunk?.added[0]).toContain('"ours":true');
  expect(hunk?.added[0]?.length).toBeLessThan(260);
});

it("shows nothing of a neighbour's value, and hides what sounds secret", () => {
  const [comma] = hunksOf('{\n  "x.password": "p4ss" // mine\n}', '{\n  "x.password": "p4ss", // mine\n  "ours": true\n}');
  expect(comma).toEqual({ line: 2, removed: ['  "x.password": …'], added: ['  "x.password": …,', '  "ours": true'] });
  const [one] = hunksOf('{"env":{"API_TOKEN":"s3\\"cret"}}', '{"env":{"API_TOKEN":"s3\\"cret"},"ours":{}}');
  expect(one).toEqual({ line: 1, removed: ['{"env":{"API_TOKEN":"<hidden>"}}'], added: ['{"env":{"API_TOKEN":"<hidden>"},"ours":{}}'] });
  expect(hunksOf('[\n  "p4ss"\n]', '[\n  "p4ss",\n  1\n]')[0]?.removed).toEqual(['  …']);
  expect(hunksOf('{\n  "a": {\n  }\n}', '{\n  "a": {\n  },\n  "b": 1\n}')[0]?.added).toEqual(['  },', '  "b": 1']);
});

it('gives the new text when it is applied to the old one', () => {
  const lines = fc.array(fc.constantFrom<string[]>('a', 'b', 'c', 'd'), { maxLength: 12 });
  const textOf = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const result = [...before];
      for (const hunk of hunksOf(textOf(before), textOf(after)).reverse()) {
        expect(result.slice(hunk.line - 1, hunk.line - 1 + hunk.removed.length)).toEqual(hunk.removed);
        result.splice(hunk.line - 1, hunk.removed.length, ...hunk.added);
      }
      expect(result.join('\n')).toBe(after.join('\n'));
    }),
    { numRuns: 300 },
  );
});
