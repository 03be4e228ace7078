import { describe, expect, it } from 'vitest';
import { parseArguments, type ArgumentSpec } from './args.ts';
import { nearest } from './nearest.ts';

const spec: ArgumentSpec = {
  options: {
    json: { type: 'boolean', help: '' },
    plan: { type: 'boolean', help: '' },
    help: { type: 'boolean', help: '' },
    mode: { type: 'string', choices: ['shadow', 'warn', 'block'], help: '' },
    'api-url': { type: 'string', value: 'URL', help: '' },
    'api-key-stdin': { type: 'boolean', help: '' },
    harness: { type: 'string', repeatable: true, choices: ['vscode', 'claude-code'], help: '' },
  },
  positionals: { name: 'HARNESS', choices: ['vscode', 'claude-code'], max: 2 },
};
const parse = (...argv: string[]) => parseArguments(argv, spec);
const failure = (...argv: string[]) => {
  const parsed = parse(...argv);
  if (parsed.ok) throw new Error('was accepted');
  return parsed.failure;
};

describe('what is taken', () => {
  it('takes options before, between and after names, with and without "="', () => {
    const parsed = parse('--json', 'vscode', '--mode=block', 'claude-code', '--harness', 'vscode', '--harness', 'claude-code', '-h');
    if (!parsed.ok) throw new Error(parsed.failure.sentence);
    expect(parsed.value.positionals).toEqual(['vscode', 'claude-code']);
    expect(parsed.value.flag('json')).toBe(true);
    expect(parsed.value.flag('plan')).toBe(false);
    expect(parsed.value.flag('help')).toBe(true);
    expect(parsed.value.text('mode')).toBe('block');
    expect(parsed.value.list('harness')).toEqual(['vscode', 'claude-code']);
  });
  it('takes a name once that is given twice', () => {
    const parsed = parse('vscode', 'vscode');
    expect(parsed.ok && parsed.value.positionals).toEqual(['vscode']);
  });
});

describe('the key never comes from the command line', () => {
  it.each([['--api-key', 'sk-canary'], ['--api-key=sk-canary'], ['--apikey', 'sk-canary'], ['--api_key=sk-canary'], ['--key=sk-canary'], ['--token', 'sk-canary'], ['--API-KEY=sk-canary']])('%s %s is refused, with the reason and the way, and without the key', (...argv) => {
    const { code, sentence } = failure(...argv);
    expect(code).toBe('key-in-argv');
    expect(sentence).toContain('--api-key-stdin');
    expect(sentence).not.toContain('canary');
  });
  it.each([[['--api-key-stdin=sk-canary']], [['--unknown=sk-canary']], [['sk-canary']], [['--mode', 'sk-canary']], [['--mode=sk-canary']]])('%j does not repeat the value', (argv) => {
    expect(failure(...argv).sentence).not.toContain('canary');
  });
});

describe('mistakes', () => {
  it.each([
    [['--mdoe', 'block'], 'unknown-option', '--mode?'],
    [['--pln'], 'unknown-option', '--plan?'],
    [['--mode', 'blok'], 'option-value', '"block"'],
    [['--mode', 'BLOCK'], 'option-value', '"block"'],
    [['vs-code'], 'unknown-name', '"vscode"'],
    [['claude'], 'unknown-name', '"claude-code"'],
    [['claude-cdoe'], 'unknown-name', '"claude-code"'],
    [['--mode'], 'option-value', '--mode needs a value'],
    [['--mode', '--json'], 'option-value', '--mode needs a value'],
    [['--api-url='], 'option-value', '--api-url URL'],
    [['--json=yes'], 'option-value', 'takes no value'],
    [['--mode', 'warn', '--mode', 'block'], 'option-twice', 'twice'],
    [['vscode', 'claude-code', 'vscode'], 'extra-argument', 'at most 2'],
    [['-x'], 'unknown-option', '-x'],
    [['--__proto__=1'], 'unknown-option', '--__proto__'],
    [['--constructor'], 'unknown-option', '--constructor'],
  ])('%j', (argv, code, words) => {
    const found = failure(...argv);
    expect(found.code).toBe(code);
    expect(found.sentence).toContain(words);
  });
  it('takes no names where a command has none', () => {
    expect(parseArguments(['vscode'], { ...spec, positionals: null })).toMatchObject({ ok: false, failure: { code: 'extra-argument' } });
  });
});

describe('nearest', () => {
  it('finds swaps, losses and beginnings, and nothing far-fetched', () => {
    const names = ['detect', 'status', 'install', 'uninstall', 'verify', 'events', 'classify', 'classify-server'];
    expect(nearest('instal', names)).toBe('install');
    expect(nearest('unistall', names)).toBe('uninstall');
    expect(nearest('vreify', names)).toBe('verify');
    expect(nearest('stat', names)).toBe('status');
    expect(nearest('frobnicate', names)).toBeNull();
    expect(nearest('x'.repeat(100_000), names)).toBeNull();
  });
});
