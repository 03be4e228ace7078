// The judgement of one call as hooks, command and checker make it: the engine's, and where the call runs a script that lies
// on disk, a look into that script. Otherwise "write it to a file, then run it" would be a way round every rule.
//
// Scripts are judged more mildly than commands: a project's own scripts write to temporary folders, read the project's
// `.env` and remove what they made under a name of their own, and nobody wants them stopped for that. What counts is in
// `countsInScript`. A limit: text that a script puts together at run time, and what a build tool runs by its own
// configuration, is not seen.
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import type { Fact } from '../policy/facts.ts';
import { judge, type PathProbe, type Policy, type PolicyVerdict, ruleInfo, type ToolCall } from '../policy/judge.ts';
import { isKnown } from '../policy/values.ts';
import { readBounded } from './private-file.ts';

/** A larger file is a bundle or data, not what an agent has just written. */
const MAX_SCRIPT_BYTES = 65_536;
/** Of one call, scripts that scripts run included. */
const MAX_SCRIPTS = 16;

export function judgeCall(call: ToolCall, policy: Policy, probe: PathProbe): PolicyVerdict {
  const verdict = judge(call, policy, probe);
  if (verdict.verdict === 'deny' && verdict.ruleId !== 'approval') return verdict;
  const seen = new Set<string>();
  const open = scriptsIn(verdict.facts, call);
  while (open.length > 0 && seen.size < MAX_SCRIPTS) {
    const script = open.shift();
    if (script === undefined || seen.has(script.path)) continue;
    seen.add(script.path);
    const text = readScript(script.path);
    const input = text === null ? null : asCall(text, script);
    if (input === null) continue;
    const inner = judge({ ...call, ...input, cwd: script.cwd ?? call.cwd, root: call.root === undefined ? call.cwd : call.root }, policy, probe);
    if (countsInScript(inner)) return { ...inner, hits: inner.hits.map((hit) => ({ ...hit, matched: `${script.path}: ${hit.matched}` })), matched: inner.matched.map((words) => `${script.path}: ${words}`), facts: [...verdict.facts, ...inner.facts] };
    open.push(...scriptsIn(inner.facts, call));
  }
  return verdict;
}

/** What was installed is not an agent's script: it could not have written there. */
const INSTALLED = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|System|Library|Applications)\//;

interface Script {
  readonly path: string;
  /** The program that runs it, or '' when it is started by itself. */
  readonly by: string;
  readonly cwd: string | null;
}

function scriptsIn(facts: readonly Fact[], call: ToolCall): Script[] {
  const scripts: Script[] = [];
  let cwd = call.cwd;
  for (const fact of facts) {
    if (fact.kind === 'path' && fact.act === 'run' && fact.place.path !== null && isKnown(fact.place.path)) scripts.push({ path: fact.place.path, by: fact.by, cwd });
    if (fact.kind !== 'command' || fact.remote) continue;
    cwd = fact.cwd !== null && isKnown(fact.cwd) ? fact.cwd : call.cwd;
    const [program = ''] = fact.argv;
    if (!program.includes('/') || !isKnown(program)) continue;
    if (program.startsWith('/') || cwd !== null) scripts.push({ path: program.startsWith('/') ? program : `${cwd ?? ''}/${program}`, by: '', cwd });
  }
  return scripts.filter(({ path }) => !INSTALLED.test(path));
}

function readScript(path: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    const bytes = stat.isFile() && stat.size <= MAX_SCRIPT_BYTES ? readBounded(descriptor, MAX_SCRIPT_BYTES, stat.size) : null;
    return bytes !== null && isUtf8(bytes) ? bytes.toString('utf8') : null;
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

const SHELL = /^(?:ba|z|da|k|a)?sh$|^(?:source|\.)$/;
const LANGUAGES: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^python[\d.]*$|^pypy/, /\.py$/, 'python'],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, /\.[cm]?[jt]sx?$/, 'javascript'],
  [/^ruby[\d.]*$/, /\.rb$/, 'ruby'],
  [/^perl[\d.]*$/, /\.p[lm]$/, 'perl'],
  [/^php[\d.]*$/, /\.php$/, 'php'],
  [/^osascript$/, /\.applescript$/, 'osascript'],
];

/** What the script's text is to the engine: a shell line or a program. Null: in no language that it reads. */
function asCall(text: string, { path, by }: Script): { readonly toolName: string; readonly input: unknown } | null {
  const bang = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text);
  const named = bang === null ? '' : baseName(baseName(bang[1] ?? '') === 'env' ? (bang[2] ?? '') : (bang[1] ?? ''));
  const program = by === '' ? named : by;
  // A text without a first line of its own is run by the shell that starts it.
  if (SHELL.test(program) || (program === '' && !LANGUAGES.some(([, ending]) => ending.test(path)))) return { toolName: 'Bash', input: { command: text } };
  const language = LANGUAGES.find(([name, ending]) => (program === '' ? ending.test(path) : name.test(program)))?.[2];
  return language === undefined ? null : { toolName: 'execute_code', input: { code: text, language } };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Wrong wherever they stand. */
const ALWAYS = new Set(['fork-bomb', 'disk', 'firewall-files', 'firewall-command', 'firewall-process', 'firewall-key', 'harness-settings', 'nested-harness', 'reverse-shell', 'secret-sent', 'secret-store', 'persistence', 'denied-command']);

function countsInScript({ verdict, hits, facts, bound }: PolicyVerdict): boolean {
  if (verdict !== 'deny' || bound !== null) return false;
  const outside = (act: readonly string[]): boolean =>
    facts.some((fact) => fact.kind === 'path' && act.includes(fact.act) && fact.place.area === 'outside' && fact.place.path !== null && isKnown(fact.place.path));
  return hits.some(({ ruleId }) => ALWAYS.has(ruleInfo(ruleId).id) || (ruleId === 'delete-outside' && outside(['delete', 'move'])) || (ruleId === 'secret-read' && outside(['read'])));
}
