// What must hold for every input: no exception, no late answer, and a verdict that depends on what a command
// does and not on how it is written.
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_PACKS, judge, type PolicyVerdict } from './judge.ts';
import { MAX_COMMAND_CHARS } from './limits.ts';
import { BLIND_PROBE } from './paths.ts';

const verdictOf = (command: string, toolName = 'Bash'): PolicyVerdict => judge({ harness: 'claude-code', toolName, input: { command }, cwd: '/srv/proj', home: '/home/u' }, ALL_PACKS, BLIND_PROBE);

const folder = path.join(import.meta.dirname, 'cases');
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as { command?: string; expect: string }))
  .filter((row): row is { command: string; expect: string } => typeof row.command === 'string');
const denied = cases.filter((row) => row.expect === 'deny').map((row) => row.command);
const anyCommand = fc.constantFrom(...cases.map((row) => row.command));
const deniedCommand = fc.constantFrom(...denied);
/** One plain line, so that it can be put into other text. */
const oneLine = fc.constantFrom(...denied.filter((command) => !/[\n#]|<<|['"`\\]$|unterminated|\)$|if true$|&$|^2>&1/.test(command)));
const plain = fc.constantFrom('rm -rf /etc', 'rm -rf build', 'git reset --hard', 'git status', 'cat .env', 'cat a.txt', 'touch /tmp/x', 'touch x', 'sudo ls', 'ls -la', 'mv ../a b', 'mv a b', 'cp a ~/b', 'dd if=a of=/dev/sda', 'dd if=a of=b', 'rm ../x', 'rm x');

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const settings = { numRuns: 300 };

describe('every input', () => {
  it('gives a verdict and never throws: any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: fc.constantFrom(...' \n\t\'"`$(){}[]<>|&;\\#*?!~=-+,./0aefmrst'), maxLength: 200 })), (text) => {
        const verdict = verdictOf(text);
        expect(verdict.bound).not.toBe('fault');
        expect(['deny', 'none']).toContain(verdict.verdict);
      }),
      settings,
    );
  });

  it('gives a verdict: pieces of commands put together and cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', ';', '\n', '|', '&&', '$(', '`', '"', "'", '<<', '{', '(', '\\'), fc.nat(), fc.nat(), (parts, joint, from, length) => {
        const text = parts.join(joint);
        const cut = text.slice(from % text.length);
        const verdict = verdictOf(cut.slice(0, length % (cut.length + 1)));
        expect(verdict.bound).not.toBe('fault');
      }),
      settings,
    );
  });

  it('gives a verdict: tool input of any shape', () => {
    fc.assert(
      fc.property(fc.constantFrom('Bash', 'Write', 'Edit', 'apply_patch', 'Read', 'run_in_terminal', 'execute_code', 'PowerShell', 'mcp__x__write_file', 'unknown', '__proto__', 'constructor'), fc.anything({ maxDepth: 3 }), fc.option(fc.string()), fc.string(), (toolName, input, cwd, home) => {
        const verdict = judge({ harness: 'vscode', toolName, input, cwd, home }, ALL_PACKS, BLIND_PROBE);
        expect(['deny', 'ask', 'none']).toContain(verdict.verdict);
        expect(verdict.bound).not.toBe('fault');
      }),
      settings,
    );
  });

  it('is the same every time, and the same after any other call', () => {
    fc.assert(
      fc.property(anyCommand, anyCommand, (command, other) => {
        const first = verdictOf(command);
        verdictOf(other);
        const second = verdictOf(command);
        expect([second.verdict, second.ruleId, second.matched]).toEqual([first.verdict, first.ruleId, first.matched]);
      }),
      settings,
    );
  });
});

describe('growing the input', () => {
  it('never turns a denial into silence: padding at either end, up to and past the bound', () => {
    fc.assert(
      fc.property(oneLine, fc.constantFrom('echo a\n', 'ls;', ': x y z;', ' ', '\n', '# note\n', "cat > x.md <<'E'\nrm -rf / text\nE\n", 'a=$b;', 'true && ', '(ls); ', 'if x; then y; fi\n'), fc.integer({ min: 0, max: 900 }), fc.boolean(), (command, pad, times, tooLong) => {
        const padding = pad.repeat(tooLong ? Math.ceil(MAX_COMMAND_CHARS / pad.length) : times);
        expect(verdictOf(padding + command).verdict).toBe('deny');
        expect(verdictOf(`${command}\n${padding}`).verdict).toBe('deny');
      }),
      { numRuns: 150 },
    );
  });

  it('a text past any bound is denied with its own reason', () => {
    for (const text of ['a '.repeat(40_000), 'ls\n'.repeat(3_000), `echo ${'$('.repeat(200)}ls${')'.repeat(200)}`, `echo ${'{a,b}'.repeat(20)}`, `sh -c '${'ls; '.repeat(2_000)}'`, `for a in ${Array.from({ length: 200 }, (_, i) => `x${String(i)}`).join(' ')}; do ls; done`])
      expect(verdictOf(text)).toMatchObject({ verdict: 'deny', ruleId: 'too-large' });
  });
});

describe('ways to write the same command', () => {
  const sameAs = (command: string, other: string): void => {
    expect([other, verdictOf(other).verdict]).toEqual([other, verdictOf(command).verdict]);
  };

  it('wrappers', () => {
    const wrappers = ['env', 'nohup', 'nice -n 5', 'timeout 10', 'command', 'time', 'stdbuf -oL', 'setsid', 'env A=b', 'busybox', 'caffeinate -i', 'uv run', 'npx --yes', 'exec', 'ionice -c3'];
    fc.assert(fc.property(plain, fc.array(fc.constantFrom(...wrappers), { minLength: 1, maxLength: 4 }), (command, chain) => sameAs(command, `${chain.join(' ')} ${command}`)), settings);
  });

  it('shells in shells, eval, functions, subshells', () => {
    type Layer = (text: string) => string;
    const layers: Layer[] = [
      (text) => `sh -c ${quote(text)}`,
      (text) => `bash -lc ${quote(text)}`,
      (text) => `eval ${quote(text)}`,
      (text) => `(${text})`,
      (text) => `{ ${text}; }`,
      (text) => `if true; then ${text}; fi`,
      (text) => `f() { ${text}; }; f`,
      (text) => `bash <<'END'\n${text}\nEND`,
      (text) => `bash <<< ${quote(text)}`,
      (text) => `true && ${text}`,
      (text) => `ls; ${text}`,
      (text) => `for i in 1; do ${text}; done`,
      (text) => `echo "$(${text})"`,
      (text) => `trap ${quote(text)} EXIT`,
      (text) => `X=${quote(text)}; eval "$X"`,
      (text) => `cat > s.sh <<'END'\n${text}\nEND\nsh s.sh`,
    ];
    fc.assert(
      fc.property(plain, fc.array(fc.constantFrom<Layer[]>(...layers), { minLength: 1, maxLength: 2 }), (command, chain) => {
        const other = chain.reduce<string>((text, layer) => layer(text), command);
        // A heredoc inside a one-line construct is another text; only what keeps its shape is compared.
        fc.pre(!/\n[^\n]*END[^\n]+/.test(other));
        sameAs(command, other);
      }),
      settings,
    );
  });

  it('quoting, escapes, spaces, variables', () => {
    const styles: readonly ((word: string, i: number) => string)[] = [
      (word) => word,
      (word) => (word.startsWith('~') ? word : quote(word)),
      (word) => (word.startsWith('~') ? word : `"${word}"`),
      (word) => (word.startsWith('~') ? word : `\\${word}`),
      (word) => (word.startsWith('~') ? word : `${word.slice(0, 1)}''${word.slice(1)}`),
      (word) => (word.startsWith('~') ? word : `$'${[...word].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'`),
    ];
    fc.assert(
      fc.property(plain, fc.infiniteStream(fc.constantFrom(...styles)), fc.constantFrom(' ', '  ', '\t', ' \\\n '), (command, style, space) => {
        const other = command
          .split(' ')
          .map((word, i) => {
            const next = style.next().value as ((word: string, i: number) => string) | undefined;
            return next === undefined ? word : next(word, i);
          })
          .join(space);
        sameAs(command, other);
      }),
      settings,
    );
    fc.assert(
      fc.property(plain, (command) => {
        const words = command.split(' ');
        const assigned = words.map((word, i) => `V${String(i)}=${word.startsWith('~') ? word : quote(word)}`).join('; ');
        sameAs(command, `${assigned}; ${words.map((_, i) => `$V${String(i)}`).join(' ')}`);
      }),
      settings,
    );
  });

  it('as text it is never denied', () => {
    fc.assert(
      fc.property(deniedCommand, fc.constantFrom('echo', 'printf %s', 'git commit -m', 'grep -n --', 'gh pr create -t x -b', ': ', 'true'), (command, consumer) => {
        expect([command, verdictOf(`${consumer} ${quote(command)}`).verdict]).toEqual([command, 'none']);
      }),
      settings,
    );
    fc.assert(
      fc.property(deniedCommand, (command) => {
        fc.pre(!/^E_N_D$/m.test(command));
        expect([command, verdictOf(`cat > notes.md <<'E_N_D'\n${command}\nE_N_D`).verdict]).toEqual([command, 'none']);
      }),
      settings,
    );
  });
});
