// silmaril-checker: one letter on standard input, one verdict on standard output, exit 0. It runs in an empty environment,
// asks no network and keeps nothing, and starts no program unless it is told to ask the person's own checkers. What it cannot answer ends with another status and a line on standard error, and
// the hook that started it falls back to its own `onCheckerError`.
import { readSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { readPrivateFile } from '../../core/private-file.ts';
import { MAX_POLICY_BYTES } from '../../core/policy-files.ts';
import { fileSystemProbe } from '../../core/policy-probe.ts';
import { DEFAULT_POLICY, parsePolicy, type Policy } from '../../policy/judge.ts';
import { check } from './check.ts';
import { withProviders } from './with-providers.ts';
import { BadLetter, MAX_LETTER_BYTES, readLetter, writeVerdict } from './letter.ts';

class Usage extends Error {}

const USAGE = 'Usage: silmaril-checker [--config /ABSOLUTE/policy.json [--ask-providers /ABSOLUTE/HOME MILLISECONDS]]';

interface Arguments {
  readonly config: string | null;
  /** The person's own checkers are asked as well: from the copies below this home, within that time. */
  readonly providers: { readonly home: string; readonly ms: number } | null;
}

function readArguments(args: readonly string[]): Arguments {
  if (args.length === 0) return { config: null, providers: null };
  const [option, config = '', next, home = '', ms = '', ...rest] = args;
  if (option !== '--config' || config === '' || rest.length > 0 || (args.length > 2 && (next !== '--ask-providers' || args.length !== 5))) throw new Usage(USAGE);
  if (!config.startsWith('/')) throw new Usage('--config needs an absolute path: there is no working folder to start from.');
  if (args.length === 2) return { config, providers: null };
  if (!home.startsWith('/') || !/^[1-9]\d{0,5}$/.test(ms)) throw new Usage('--ask-providers needs an absolute home folder and whole milliseconds.');
  return { config, providers: { home, ms: Number(ms) } };
}

/** A configuration that cannot be used never weakens anything: the built-in packs judge, and nothing is confirmed. */
function policyFrom(file: string | null): { readonly policy: Policy; readonly fault: string | null } {
  if (file === null) return { policy: DEFAULT_POLICY, fault: null };
  const read = readPrivateFile(file, MAX_POLICY_BYTES);
  const broken = (why: string): { policy: Policy; fault: string } => {
    writeSync(2, `silmaril-checker: ${why}\n`);
    return { policy: DEFAULT_POLICY, fault: "Silmaril's policy file for this checker cannot be used, so it confirms nothing." };
  };
  if (read.state === 'missing') return broken('The policy file is missing.');
  if (read.state === 'refused') return broken(`The policy file is refused: ${read.problem}. It has to be a regular file of yours, mode 0600.`);
  const parsed = parsePolicy(read.text);
  return parsed.ok ? { policy: parsed.value, fault: null } : broken(parsed.failure.sentence);
}

/** There is no HOME; the system's own user table knows it. */
function home(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
}

function readInput(): string {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const read = readSync(0, chunk);
    if (read === 0) return Buffer.concat(chunks).toString('utf8');
    size += read;
    if (size > MAX_LETTER_BYTES) throw new BadLetter(`The letter is larger than ${String(MAX_LETTER_BYTES)} bytes.`);
    chunks.push(chunk.subarray(0, read));
  }
}

async function main(): Promise<void> {
  const { config, providers } = readArguments(process.argv.slice(2));
  const { policy, fault } = policyFrom(config);
  const letter = readLetter(readInput());
  const own = check(letter, { policy, fault, home: home(), probe: fileSystemProbe });
  const verdict = providers === null ? own : await withProviders(own, letter, policy.providers, providers);
  writeSync(1, `${writeVerdict(verdict)}\n`);
}

main().catch((error: unknown) => {
  // A letter may hold anything: its words are never repeated.
  writeSync(2, `silmaril-checker: ${error instanceof BadLetter || error instanceof Usage ? error.message : 'this is a bug.'}\n`);
  process.exitCode = error instanceof Usage ? 2 : 1;
});
