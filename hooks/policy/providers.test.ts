import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parsePolicy, parseWorkspacePolicy, tightened } from './policy.ts';
import { appliesTo, type Provider } from './providers.ts';

const hash = 'a'.repeat(64);
const provider = (over: object = {}): object => ({ id: 'review', command: ['/opt/review', '--fast'], files: { '/opt/review': hash }, ...over });
const read = (...providers: object[]) => parsePolicy(JSON.stringify({ providers }));
const one = (over: object = {}): Provider => {
  const parsed = read(provider(over));
  if (!parsed.ok) throw new Error(parsed.failure.sentence);
  return parsed.value.providers[0] as Provider;
};

test('what is left out has its default', () => {
  expect(one()).toEqual({ id: 'review', command: ['/opt/review', '--fast'], files: { '/opt/review': hash }, timeoutMs: 3_000, harnesses: ['*'], tools: ['*'], mayAllow: null });
  expect(one({ timeoutMs: 500, appliesTo: { harnesses: ['opencode'], tools: ['mcp__*'] }, mayAllow: hash })).toMatchObject({ timeoutMs: 500, harnesses: ['opencode'], tools: ['mcp__*'], mayAllow: hash });
});

describe('a registration that is wrong makes the file invalid, by name', () => {
  test.each<[object, string]>([
    [{ id: 'Review' }, 'providers[0].id'], [{ id: '' }, 'providers[0].id'], [{ id: '../x' }, 'providers[0].id'],
    [{ command: [] }, 'providers[0].command'], [{ command: ['review'] }, 'absolute path'], [{ command: ['/opt/review', 'a\0b'] }, 'providers[0].command'], [{ command: '/opt/review' }, 'providers[0].command'],
    [{ files: {} }, 'must pin /opt/review'], [{ files: { '/opt/review': 'abc' } }, 'SHA-256'], [{ files: { '/opt/review': hash, '/etc/x': hash } }, 'only words of the command'],
    [{ timeoutMs: 99 }, 'timeoutMs'], [{ timeoutMs: 60_001 }, 'timeoutMs'], [{ timeoutMs: 1.5 }, 'timeoutMs'], [{ timeoutMs: '3' }, 'timeoutMs'],
    [{ appliesTo: { tools: [] } }, 'appliesTo.tools'], [{ appliesTo: { tools: ['a b'] } }, 'appliesTo.tools'], [{ appliesTo: { tool: ['x'] } }, 'appliesTo.tool'],
    [{ mayAllow: true }, 'mayAllow'], [{ shell: true }, 'providers[0].shell'],
  ])('%j', (over, words) => {
    const parsed = read(provider(over));
    expect(parsed).toMatchObject({ ok: false, failure: { code: 'policy-shape' } });
    expect(parsed.ok ? '' : parsed.failure.sentence).toContain(words);
  });

  test('nine, or two of one name', () => {
    expect(read(...Array.from({ length: 9 }, (_, i) => provider({ id: `p${String(i)}` }))).ok).toBe(false);
    expect(read(...Array.from({ length: 8 }, (_, i) => provider({ id: `p${String(i)}` }))).ok).toBe(true);
    expect(read(provider(), provider()).ok).toBe(false);
  });
});

test('a repository can neither name one nor take one away', () => {
  const own = read(provider());
  const workspace = parseWorkspacePolicy(JSON.stringify({ providers: [provider({ id: 'evil' })] }));
  expect(own.ok && workspace.ok && tightened(own.value, workspace.value).providers.map(({ id }) => id)).toEqual(['review']);
});

test('a * stands for any text, also none, and nothing else is special', () => {
  const tools = (glob: string, name: string): boolean => appliesTo(one({ appliesTo: { tools: [glob] } }), 'opencode', name);
  expect([tools('*', ''), tools('Bash', 'Bash'), tools('Bash', 'BashOutput'), tools('mcp__*', 'mcp__x__y'), tools('mcp__*__write*', 'mcp__a__write_file'), tools('*a*a', 'a'), tools('.*', 'x'), tools('a*b', 'ab')]).toEqual([true, true, false, true, true, false, false, true]);
  fc.assert(fc.property(fc.array(fc.constantFrom('a', 'b', '*'), { minLength: 1, maxLength: 8 }), fc.array(fc.constantFrom('a', 'b'), { maxLength: 8 }), (glob, name) => {
    const text = name.join('');
    expect(tools(glob.join(''), text)).toBe(new RegExp(`^${glob.join('').replaceAll('*', '.*')}$`).test(text));
  }));
});
