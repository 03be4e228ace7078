// Secrets that would reach the model: files of credentials read by anything that shows content.
import type { CommandFact, Fact, PathFact } from '../facts.ts';
import { hasHandler } from '../commands/registry.ts';
import { MAX_PATH_CHARS } from '../limits.ts';
import { shown, type Text } from '../values.ts';
import type { Hit, RuleContext } from './hit.ts';
import { secretName } from './secret-names.ts';

/** Programs without a handler whose operands are names, not contents. */
const NAMES_ONLY =
  'stat lstat file du df tree wc sha256sum sha1sum md5sum md5 shasum cksum sum b2sum lsattr getfacl getfattr mdls exa eza lsd ll la l tput make cmake ninja ssh-add ssh-keygen ssh-copy-id ssh-agent eval chsh man info help apropos whatis tldr history jobs wait ulimit umask complete compgen getopts let export declare local readonly typeset sleep open xdg-open start explorer pbcopy say notify-send glab gcloud vault az npm yarn pnpm pip pip3 cargo go docker-compose kubectl helm terraform tofu pulumi ansible ansible-playbook ansible-vault sops age vite next nuxt webpack rollup tsc eslint prettier jest vitest mocha pytest tox nox act just task rake bundle rails gradle mvn dotnet swift xcodebuild adb fastlane pod flutter dart foreman honcho overmind hivemind pm2 serve supervisord gunicorn uvicorn flask celery django-admin dotenvx dotenv-linter env-cmd mkcert certbot step keytool wg ansible-inventory git-crypt detect-secrets gitleaks trufflehog trivy semgrep checkov shellcheck hadolint yamllint pre-commit';
let namesOnly: ReadonlySet<string> | null = null;

function looksAtNames(program: string): boolean {
  namesOnly ??= new Set(NAMES_ONLY.split(' '));
  return namesOnly.has(program);
}

/** Options whose next word is a file that the program loads for itself. */
const LOADS = /^(?:-[eficEk]|--?(?:env|env-file|envfile|dotenv|config|kubeconfig|key|keyfile|key-file|cert|cacert|ca|identity|identity-file|credential|credentials|credentials-file|private-key|ssh-key|tls-key|tls-cert|secret-file|vault-password-file|password-file|google-application-credentials|file|values))$/;

function commandRule(fact: CommandFact, context: RuleContext): Hit | null {
  // Some handlers look at other things than the files among the operands.
  if (fact.remote || (hasHandler(fact.name) && !/^(?:sqlite3|duckdb)$/.test(fact.name)) || looksAtNames(fact.name)) return null;
  for (let i = 1; i < fact.argv.length; i++) {
    const word = fact.argv[i] ?? '';
    if (word === '' || word.startsWith('-') || LOADS.test(fact.argv[i - 1] ?? '')) continue;
    if (!/[./\uE001\uE002]|^id_|credentials/.test(word) || word.length > MAX_PATH_CHARS) continue;
    const path: Text | null = context.locator.absolute(word, fact.cwd);
    if (path === null) continue;
    if (secretName(path, context.home) !== null) return { ruleId: 'secret-read', matched: `${fact.name} ${shown(word)}` };
  }
  return null;
}

function isEnvFile(path: Text | undefined | null): boolean {
  return /(?:^|\/)\.env(?:\.[\w.-]+)?$/.test(path ?? '');
}

function pathRule(fact: PathFact, context: RuleContext): Hit | null {
  const { path } = fact.place;
  if (path === null || (fact.act !== 'read' && fact.act !== 'move' && fact.act !== 'link')) return null;
  const secret = secretName(path, context.home) ?? (context.locator.absolute(fact.place.text, null) === null ? null : secretName(fact.place.text, context.home));
  if (secret === null) return null;
  // Moved or copied to a name that is protected as well: nothing is laundered. Only for env files inside the
  // working folder: a key that leaves its store is a key that can be committed.
  if (fact.to !== undefined && fact.to.path !== null && (fact.act === 'move' || isEnvFile(path)) && (fact.to.area === 'inside' || fact.place.area === fact.to.area) && secretName(fact.to.path, context.home) !== null) return null;
  return { ruleId: 'secret-read', matched: `${fact.by} ${shown(fact.place.text)}`.trim() };
}

export function secretReadRule(fact: Fact, context: RuleContext): Hit | null {
  if (fact.kind === 'secret-print') return { ruleId: 'secret-store', matched: fact.words };
  if (fact.kind === 'path') return pathRule(fact, context);
  return fact.kind === 'command' ? commandRule(fact, context) : null;
}
