import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { overriddenAfterBlock, parseDotenv, readEnvBlock, withEnvBlock, withoutEnvBlock, type DotenvResult } from './dotenv-block.ts';

function must<T>(result: DotenvResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}
const OURS = [['SILMARIL_MODE', 'block'], ['SILMARIL_API_KEY', "k'e\\y #1"]] as const;

test('the block: at the end, with the file’s own line ends, and read back', () => {
  const text = must(withEnvBlock('OPENAI_API_KEY=x\r\n', OURS));
  expect(text).toBe("OPENAI_API_KEY=x\r\n# >>> Silmaril Firewall, managed: changed and removed by Silmaril\r\nSILMARIL_MODE=block\r\nSILMARIL_API_KEY='k\\'e\\\\y #1'\r\n# <<< Silmaril Firewall\r\n");
  expect(must(readEnvBlock(text))).toEqual(new Map(OURS));
  expect(must(withEnvBlock(text, [['SILMARIL_MODE', 'warn']]))).toBe(text.replace("SILMARIL_MODE=block\r\nSILMARIL_API_KEY='k\\'e\\\\y #1'", 'SILMARIL_MODE=warn'));
  expect(must(withoutEnvBlock(text))).toBe('OPENAI_API_KEY=x\r\n');
});

test('a person’s lines after it win, and are said; the next install moves the block behind them', () => {
  const text = `${must(withEnvBlock('', OURS))}SILMARIL_MODE=shadow\n`;
  expect(must(overriddenAfterBlock(text))).toEqual(['SILMARIL_MODE']);
  const moved = must(withEnvBlock(text, OURS));
  expect(moved.startsWith('SILMARIL_MODE=shadow\n# >>>')).toBe(true);
  expect(must(overriddenAfterBlock(moved))).toEqual([]);
});

test.each([
  ["A='open\n", 'env-unclosed', [['X', "it's"]]],
  ['', 'env-value', [['X', 'a\nb']]],
  ['', 'env-value', [['X', 'a${HOME}']]],
  ['', 'env-value', [['X Y', 'a']]],
  ['# <<< Silmaril Firewall\n', 'env-block-broken', OURS],
  ['# >>> Silmaril Firewall\n# >>> Silmaril Firewall\n# <<< Silmaril Firewall\n', 'env-block-broken', OURS],
] as const)('refused: %j is %s', (text, code, variables) => {
  expect(withEnvBlock(text, variables)).toMatchObject({ ok: false, failure: { code } });
});

const line = fc.oneof(
  fc.constantFrom('', '# comment', '  # indented', 'A=1', 'export B = two', "C='multi\nline'", 'D="esc \\" \\n"', 'E=a # tail', 'broken line here', '=x', "F='", 'G="', 'SILMARIL_MODE=shadow', "'Q'=1", 'H'),
  fc.string({ maxLength: 12 }).filter((text) => !/Silmaril/.test(text)),
);
const file = fc.record({ lines: fc.array(line, { maxLength: 6 }), crlf: fc.boolean(), bom: fc.boolean(), cut: fc.boolean() }).map(({ lines, crlf, bom, cut }) => (bom ? '\uFEFF' : '') + (lines.join('\n') + (cut || lines.length === 0 ? '' : '\n')).replace(/\r?\n/g, crlf ? '\r\n' : '\n'));
const variables = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[A-Z][A-Z_]{0,8}$/), fc.string({ maxLength: 20 })), { selector: ([name]) => name, maxLength: 4 });

describe('any file and any values', () => {
  it('go in, are read back, and come out byte by byte', () => {
    let edited = 0;
    fc.assert(
      fc.property(file, variables, variables, (before, first, second) => {
        const installed = withEnvBlock(before, first);
        if (!installed.ok) return void expect(['env-value', 'env-unclosed']).toContain(installed.failure.code);
        edited += 1;
        const changed = withEnvBlock(installed.value, second);
        const text = changed.ok ? changed.value : installed.value;
        expect(must(readEnvBlock(text))).toEqual(new Map(changed.ok ? second : first));
        for (const [name, value] of changed.ok ? second : first) expect(parseDotenv(text).get(name)).toBe(value);
        expect(must(withoutEnvBlock(text))).toBe(before);
        expect(must(withEnvBlock(installed.value, first))).toBe(installed.value);
      }),
      { numRuns: 500 },
    );
    expect(edited).toBeGreaterThan(150);
  });
});

const dotenv = spawnSync('python3', ['-c', 'import dotenv']).status === 0;
test.skipIf(!dotenv)('the harness’s own reader reads the same (skipped: no python-dotenv on this machine)', () => {
  for (const before of ['', 'A=1\n', "C='multi\nline'\n"]) {
    const text = must(withEnvBlock(before, OURS));
    const run = spawnSync('python3', ['-c', 'import dotenv,io,json,sys; print(json.dumps(dict(dotenv.dotenv_values(stream=io.StringIO(sys.stdin.read())))))'], { input: text, encoding: 'utf8' });
    for (const [name, value] of OURS) expect((JSON.parse(run.stdout) as Record<string, string>)[name]).toBe(value);
  }
});
