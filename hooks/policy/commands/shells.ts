// Shells and what makes text into commands: sh -c, eval, source, trap, scripts on standard input.
import type { Call, Handler, Outcome, Shell } from '../shell/call.ts';
import { hasHole, HOLE, type Text } from '../values.ts';

/** Text that came from the network is about to run. */
function noteOrigin(text: Text, call: Call, shell: Shell): void {
  if (call.taint.fetched) shell.add({ kind: 'download-run', words: call.words });
  else if (hasHole(text) && call.stdin.from === 'pipe' && call.stdin.fetched) shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: true });
}

const URL_LIKE = /^(?:https?|ftp):\/\//i;

/** A script operand: a URL, a process substitution, a file of this command, or a file that we do not read. */
function runScriptFile(path: Text, args: readonly Text[], call: Call, shell: Shell): Outcome {
  if (URL_LIKE.test(path)) {
    shell.add({ kind: 'download-run', words: call.words });
    return {};
  }
  const stream = shell.processStream(path);
  if (stream !== null) {
    if (stream.fetched) shell.add({ kind: 'download-run', words: call.words });
    return shell.runText(stream.text, call, { args: [path, ...args] });
  }
  if (path === '-' || path === '/dev/stdin' || path === '/dev/fd/0' || path === '/proc/self/fd/0') return runStdin(call, shell, args);
  const content = shell.runFile(path, call);
  return content === null ? {} : shell.runText(content, call, { args: [path, ...args] });
}

function runStdin(call: Call, shell: Shell, args: readonly Text[]): Outcome {
  const { stdin } = call;
  if (stdin.from === 'pipe') shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: stdin.fetched });
  else if (stdin.fetched) shell.add({ kind: 'download-run', words: call.words });
  if (stdin.from === 'nowhere' || stdin.text === '') return {};
  return shell.runText(stdin.text, { ...call, stdin: { ...stdin, text: '', from: 'nowhere' } }, { args: [call.name, ...args] });
}

/** Stands for a secret in the stream of an interactive shell. */
export const A_SHELL = 'a shell';

const TAKES_VALUE = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']);

export function shellProgram(call: Call, shell: Shell): Outcome | undefined {
  let inline = false;
  let fromStdin = false;
  let i = 1;
  for (; i < call.argv.length; i++) {
    const word = call.argv[i] ?? '';
    if (word === '--' || word === '-') {
      i++;
      break;
    }
    if (word === '--help' || word === '--version') return {};
    if (word === '--command' || word === '--init-command') {
      inline = true;
      continue;
    }
    if (/^--command=/.test(word)) return shell.runText(word.slice(10), call);
    if (!/^[-+]/.test(word)) break;
    if (TAKES_VALUE.has(word)) {
      i++;
      continue;
    }
    if (word.startsWith('--')) continue;
    // `bash -n`: the text is checked, nothing runs.
    if (/^-[a-hj-z]*n[a-hj-z]*$/.test(word) && !/^(?:fish|elvish|nu|xonsh)$/.test(call.name)) return {};
    if (word.startsWith('-') && word.includes('c')) inline = true;
    if (word.startsWith('-') && word.includes('s')) fromStdin = true;
    if (/^-\w*[oO]$/.test(word)) i++;
  }
  const operands = call.argv.slice(i);
  if (inline) {
    const text = operands[0] ?? '';
    noteOrigin(text, call, shell);
    // Text that is not known at all, from a pipe: `xargs sh -c`.
    if (text === HOLE && call.taint.fetched) return {};
    return shell.runText(text, call, { args: operands.length > 1 ? operands.slice(1) : [call.name] });
  }
  if (fromStdin || operands.length === 0) {
    const outcome = runStdin(call, shell, operands);
    // Fed from a file or a terminal: what it prints is a session, which a network program would give away.
    return call.stdin.from === 'file' || call.argv.some((word) => /^-[a-z]*i[a-z]*$/.test(word)) ? { ...outcome, out: { text: HOLE, fetched: false, secret: A_SHELL, from: 'nowhere' } } : outcome;
  }
  return runScriptFile(operands[0] ?? '', operands.slice(1), call, shell);
}

export function evalText(call: Call, shell: Shell): Outcome | undefined {
  const text = call.argv.slice(1).filter((word, i) => !(i === 0 && word === '--')).join(' ');
  noteOrigin(text, call, shell);
  return shell.runText(text, call, { here: true });
}

/** `source FILE`, `. FILE`. The content is read into this shell. */
export function source(call: Call, shell: Shell): Outcome | undefined {
  const path = call.argv[1];
  if (path === undefined) return {};
  const stream = shell.processStream(path);
  if (stream !== null) {
    if (stream.fetched) shell.add({ kind: 'download-run', words: call.words });
    return shell.runText(stream.text, call, { here: true });
  }
  if (path === '/dev/stdin' || path === '/dev/fd/0' || path === '/proc/self/fd/0') return runStdin(call, shell, []);
  shell.touch('read', path, call);
  const content = shell.runFile(path, call);
  return content === null ? {} : shell.runText(content, call, { here: true });
}

/** `trap 'commands' EXIT`: they run later, as certainly as if they stood here. */
export function trap(call: Call, shell: Shell): Outcome | undefined {
  const text = call.argv.find((word, i) => i > 0 && !/^-/.test(word));
  if (text !== undefined && text !== '' && call.argv.length > 2) shell.runText(text, call);
  return {};
}

/** A file with a shebang, or a script whose language is known: `[language, content, path, ...args]`. */
export function scriptOf(languages: ReadonlyMap<string, string>): Handler {
  return (call, shell) => {
    const [runner = 'sh', content = '', ...args] = call.argv;
    const language = languages.get(runner) ?? languages.get(runner.replace(/[\d.]+$/, ''));
    if (language === undefined || language === 'sh') return shell.runText(content, call, { args });
    shell.runCode(language, content, call, args);
    return {};
  };
}
