// Switching the firewall off must be hard and visible: its own files, the harnesses' registrations, its
// command, its key, its process. What cannot be prevented is in the limits of the documentation.
import type { CommandFact, Fact, PathFact } from '../facts.ts';
import { baseName, shown, type Text } from '../values.ts';
import { type Hit, type RuleContext, wordsOf } from './hit.ts';

/** Below the home folder, case ignored: file systems of macOS do not tell it apart. */
const OWN_FILES = /^(?:Library\/Application Support\/Silmaril|\.config\/silmaril|\.local\/share\/silmaril|\.vscode(?:-insiders|-server|-oss)?\/silmaril-firewall[^/]*|\.claude\/silmaril-firewall[^/]*|\.config\/opencode\/(?:silmaril|plugins?\/silmaril)[^/]*|\.hermes\/(?:profiles\/[^/]+\/)?(?:plugins\/(?:silmaril|hermes-firewall)[^/]*|silmaril-firewall))(?:\/.*)?$/i;
const REGISTRATIONS = /^(?:\.claude\/settings(?:\.local)?\.json|\.claude\.json|\.claude\/(?:hooks|plugins)(?:\/.*)?|(?:Library\/Application Support|\.config)\/Code(?: - Insiders| - OSS)?\/User\/(?:settings\.json|profiles\/.*|globalStorage\/.*)|\.vscode(?:-insiders)?\/(?:extensions|argv\.json)(?:\/.*)?|\.config\/opencode\/(?:opencode\.jsonc?|config\.json|plugins?(?:\/.*)?)|\.opencode(?:\/.*)?|\.hermes\/(?:profiles\/[^/]+\/)?(?:config\.yaml|\.env|plugins(?:\/.*)?)|\.copilot\/(?:hooks|config\.json)(?:\/.*)?)$/i;
const ELSEWHERE = /^\/Library\/Application Support\/(?:ClaudeCode|Silmaril|opencode)(?:\/|$)|^\/etc\/(?:claude-code|opencode|silmaril)(?:\/|$)|^\/Applications\/Silmaril\.app(?:\/|$)/i;
const WORKSPACE_POLICY = /\/\.silmaril\/policy\.json$|\/\.silmaril$/i;
/** Folders whose loss takes ours along. */
const ABOVE_OURS = /^(?:Library|Library\/Application Support|\.vscode|\.claude|\.hermes|\.config|\.config\/opencode)$/i;
/** Holds the API key: reading it is blinding's sister. */
const KEY_FILES = /^(?:\.vscode(?:-insiders)?\/silmaril-firewall\.json|\.claude\/silmaril-firewall\.json|Library\/Application Support\/Silmaril\/(?:Receipts\/\.key|.*\.json))$/i;
const CLAUDE_PROJECT_SETTINGS = /\/\.claude\/settings(?:\.local)?\.json$/i;

function pathRule(fact: PathFact, context: RuleContext): Hit | null {
  const { path } = fact.place;
  if (path === null) return null;
  const matched = `${fact.by} ${shown(fact.place.text)}`.trim();
  const relative = path.startsWith(`${context.home}/`) ? path.slice(context.home.length + 1) : null;
  if (fact.act === 'read') return relative !== null && KEY_FILES.test(relative) ? { ruleId: 'firewall-files', matched } : null;
  if (fact.act === 'run') return null;
  if (relative !== null && (OWN_FILES.test(relative) || REGISTRATIONS.test(relative))) return { ruleId: OWN_FILES.test(relative) ? 'firewall-files' : 'harness-settings', matched };
  if (relative !== null && fact.act !== 'write' && ABOVE_OURS.test(relative)) return { ruleId: 'firewall-files', matched };
  if (ELSEWHERE.test(path) || (WORKSPACE_POLICY.test(path) && fact.act !== 'link')) return { ruleId: 'firewall-files', matched };
  return null;
}

const CHANGES = new Set(['pause', 'mode', 'uninstall', 'install', 'remove', 'disable', 'allow-once', 'providers', 'provider', 'config', 'login', 'logout', 'key', 'off', 'stop', 'reset', 'rollback', 'repair', 'update', 'set', 'purge', 'settings', 'secret', 'secrets', 'approve', 'trust']);

const RUNNERS = /^(?:node|nodejs|npx|bunx|bun|pnpm|pnpx|npm|yarn|deno|tsx|open|electron|sh|bash|zsh|start)$/;

/** `silmaril uninstall`, `node …/silmaril.mjs mode shadow`, `npx silmaril policy set`. */
function ownCommand(fact: CommandFact): boolean {
  // Before the patterns, whose first use costs a hook's process half a millisecond each: nearly no command names us.
  if (!fact.argv.some((word) => word.toLowerCase().includes('silmaril'))) return false;
  const at = fact.argv.findIndex((word, i) => i < 6 && /^silmaril(?:-checker)?(?:\.[cm]?js|\.sh|\.cmd|\.exe)?(?:@[\w.^~-]+)?$/i.test(baseName(word)) || (i > 0 && /\/silmaril(?:\.app)?\/(?:.*\/)?(?:cli|main|index|command)\.[cm]?js$/i.test(word)));
  if (at < 0 || (at > 0 && !RUNNERS.test(fact.name))) return false;
  const verbs = fact.argv.slice(at + 1).filter((word) => !word.startsWith('-'));
  const [verb = '', next = ''] = verbs;
  if (verb === 'policy') return next !== '' && !/^(?:show|rules|check|test|explain)$/.test(next);
  return CHANGES.has(verb);
}

const KILLERS = new Set(['kill', 'pkill', 'killall', 'skill', 'xkill', 'taskkill', 'stop-process', 'killproc', 'launchctl', 'systemctl', 'pm2']);

function ours(words: readonly Text[] | string): boolean {
  return /silmaril/i.test(typeof words === 'string' ? words : words.join(' '));
}

const BLINDING_ENV: Readonly<Record<string, RegExp>> = {
  claude: /^(?:CLAUDE_CONFIG_DIR|HOME|CLAUDE_CODE_(?:SIMPLE|DISABLE_HOOKS|BARE)|DISABLE_HOOKS|XDG_CONFIG_HOME)$/,
  opencode: /^(?:OPENCODE_CONFIG(?:_DIR|_CONTENT)?|OPENCODE_PURE|OPENCODE_DISABLE_\w+|HOME|XDG_CONFIG_HOME)$/,
  hermes: /^(?:HERMES_HOME|HERMES_SAFE_MODE|HERMES_ENABLE_PROJECT_PLUGINS|HOME)$/,
  code: /^(?:VSCODE_PORTABLE|HOME)$/,
};

/** What the names below begin with. */
const HARNESSES: readonly string[] = ['claude', 'opencode', 'hermes', 'code'];

function nestedHarness(fact: CommandFact): boolean {
  // As above: the cheap question first.
  if (!fact.argv.slice(0, 5).some((word) => { const name = baseName(word).toLowerCase(); return HARNESSES.some((harness) => name.startsWith(harness)); })) return false;
  const at = fact.argv.findIndex((word, i) => i < 5 && /^(?:claude|claude-code|opencode|opencode-ai|opencode2|hermes|code|code-insiders)(?:\.exe|\.cmd|\.js)?(?:@[\w.^~-]+)?$/i.test(baseName(word)));
  if (at < 0 || (at > 0 && !/^(?:npx|bunx|pnpx|node|bun|npm|pnpm|yarn|uvx)$/.test(fact.name))) return false;
  const name = baseName(fact.argv[at] ?? '').toLowerCase().replace(/\.(?:exe|cmd|js)$|@.*$/g, '').replace(/-code$|-ai$|2$|-insiders$/, '');
  const words = fact.argv.slice(at + 1);
  const env = BLINDING_ENV[name];
  if (env !== undefined) for (const key of [...fact.env.keys(), ...fact.vars.keys()]) if (env.test(key)) return true;
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*$/, ''));
  const [verb = '', next = ''] = words.filter((word) => !word.startsWith('-'));
  const takesOff = /^(?:disable|uninstall|remove|rm|delete)$/.test(next);
  switch (name) {
    case 'claude':
      if (flags.some((flag) => flag === '--bare' || flag === '--safe-mode' || flag === '--setting-sources')) return true;
      if (words.some((word) => /disableAllHooks/i.test(word))) return true;
      return (/^plugins?$/.test(verb) && takesOff) || (verb === 'config' && /^(?:set|remove|rm|unset|add)$/.test(next) && /hook/i.test(words.join(' ')));
    case 'opencode':
      return flags.includes('--pure') || (/^(?:plugins?|plug)$/.test(verb) && takesOff);
    case 'hermes':
      return (/^plugins?$/.test(verb) && takesOff) || flags.includes('--no-plugins') || (verb === 'config' && /^(?:set|unset|edit)$/.test(next) && /plugin|hook|silmaril/i.test(words.join(' ')));
    case 'code':
      return flags.includes('--disable-extensions') || (flags.some((flag) => flag === '--uninstall-extension' || flag === '--disable-extension') && ours(words));
    default:
      return false;
  }
}

function commandRule(fact: CommandFact): Hit | null {
  if (fact.remote) return null;
  if (ownCommand(fact)) return { ruleId: 'firewall-command', matched: wordsOf(fact) };
  if (KILLERS.has(fact.name) && (ours(fact.argv) || (fact.name === 'kill' && ours(fact.words))) && !/^(?:list|print|status|show|is-active|cat)$/.test(fact.argv[1] ?? '')) return { ruleId: 'firewall-process', matched: wordsOf(fact) };
  if (/^(?:security|secret-tool|keyring|kwallet-query|cmdkey)$/.test(fact.name) && ours(fact.argv)) return { ruleId: 'firewall-key', matched: wordsOf(fact) };
  if (fact.name === 'defaults' && /^(?:write|delete|import)$/.test(fact.argv[1] ?? '') && ours(fact.argv)) return { ruleId: 'firewall-files', matched: wordsOf(fact) };
  if (nestedHarness(fact)) return { ruleId: 'nested-harness', matched: wordsOf(fact) };
  return null;
}

/** Content that would be written to a project's own settings and switch all hooks off. */
export function switchesHooksOff(path: string, content: string): boolean {
  return CLAUDE_PROJECT_SETTINGS.test(path) && /disableAllHooks["']?\s*[:=]\s*["']?true/i.test(content);
}

export function selfProtectionRule(fact: Fact, context: RuleContext): Hit | null {
  if (fact.kind === 'path') return pathRule(fact, context);
  if (fact.kind === 'command') return commandRule(fact);
  if (fact.kind === 'code' && fact.language === 'osascript' && ours(fact.text) && /\b(?:quit|kill|terminate|delete)\b/i.test(fact.text)) return { ruleId: 'firewall-process', matched: fact.text.slice(0, 200) };
  return null;
}

/** A shell text that writes `disableAllHooks` into a project's settings. */
export function disablesHooks(facts: readonly Fact[], text: string): Hit | null {
  if (!/disableAllHooks/i.test(text)) return null;
  for (const fact of facts) if (fact.kind === 'path' && fact.act === 'write' && CLAUDE_PROJECT_SETTINGS.test(fact.place.path ?? '')) return { ruleId: 'harness-settings', matched: `${fact.by} ${shown(fact.place.text)}` };
  return null;
}
