// Which paths hold secrets: env files, private keys, credential stores. By name only; nothing is opened.
import { segmentMatches } from '../paths.ts';
import { type Text } from '../values.ts';

/** Endings that mark a template or a public part: meant to be read. */
const HARMLESS_ENV = /^\.env(?:[.-][\w-]+)*[.-](?:example|examples|sample|samples|template|tmpl|tpl|dist|defaults?|schema|d\.ts|md|ts|js|mjs|test\.ts|vault)$|^\.env\.(?:example|sample|template|dist|defaults?|schema|vault)(?:\.[\w-]+)*$/i;
const ENV_FILE = /^\.env(?:rc)?$|^\.env(?:[.-][\w.-]+)$|^(?:[\w-]+)\.env$/i;
const HARMLESS_NAMED_ENV = /^(?:example|sample|template|dist|default|defaults|schema|test)\.env$/i;

/** Base names that hold credentials wherever they lie. */
const BASE_NAMES = new Set([
  '.npmrc', '.pypirc', '.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.htpasswd', '.dockercfg', '.s3cfg', '.boto', '.vault-token', '.terraformrc', '.yarnrc.yml.local',
  'credentials', 'credentials.json', 'credentials.yml', 'credentials.yaml', 'credentials.toml', 'credentials.xml', 'client_secret.json', 'client_secrets.json', 'service-account.json', 'service_account.json', 'serviceaccount.json', 'application_default_credentials.json', 'application_default_credentials',
  'secrets.yml', 'secrets.yaml', 'secrets.json', 'secrets.toml', 'secrets.env', 'master.key', 'token.json', 'tokens.json', 'auth.json', 'oauth_creds.json', 'login.keychain', 'login.keychain-db', 'key4.db', 'logins.json', 'cookies.sqlite', 'wallet.dat', '.credentials', '.credentials.json', '.secrets', '.token', '.pass', '.passwd', 'shadow', 'gshadow', 'sudoers', 'master.passwd', 'krb5.keytab', 'kubeconfig', '.kubeconfig',
]);

const KEY_NAME = /^id_(?:rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk|xmss)(?:[._-](?!pub$).*)?$|^[\w.-]*_(?:rsa|dsa|ecdsa|ed25519)$|^ssh_host_\w+_key$|^credentials[._-](?:bak|backup|copy|old|orig|save|tmp|disabled|csv|db)$|^(?:private|server|client|tls|ssl|deploy|signing|encryption)[._-]?key$/i;
const KEY_EXTENSION = /\.(?:pem|p12|pfx|pkcs12|p8|jks|keystore|keyring|keychain|keychain-db|kdbx?|key|keypair|ppk|ovpn|agilekeychain|psafe3|gpg-key|asc-key|mobileprovision\.key)$/i;
const PUBLIC_PEM = /(?:^|[._-])(?:cert|certs|certificate|chain|fullchain|ca|cacert|ca-bundle|root|public|pub|dhparam|dh|csr|crt|bundle)s?(?:[._-]\w+)*\.pem$|public[._-]?key(?:\.\w+)?$|\.pub(?:\.pem|\.key)?$/i;
const CODE = /\.(?:ts|tsx|js|jsx|mjs|cjs|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|scala|ex|exs|md|mdx|rst|txt|html|css|scss|vue|svelte|test|spec|snap|sh|tf|proto)$/i;

/** Below the home folder: a whole folder, or one file. */
const HOME_FOLDERS = [
  '.ssh', '.aws', '.gnupg', '.gcp', '.config/gcloud', '.azure', '.config/doctl', '.config/op', '.password-store', '.local/share/keyrings', '.local/share/kwalletd', 'Library/Keychains', '.terraform.d', '.oci', '.bluemix', '.config/rclone', '.config/heroku', '.vault', '.config/1password', '.config/Bitwarden CLI', '.electrum', '.bitcoin', '.ethereum/keystore', '.config/solana', '.config/sops', '.config/age', '.mozilla', '.config/google-chrome', '.config/chromium', 'Library/Application Support/Google/Chrome', 'Library/Application Support/Firefox', 'Library/Cookies',
  '.codex', '.gemini', '.kimi', '.copilot', '.config/github-copilot', '.pi/agent',
];
const HOME_FILES = [
  '.kube/config', '.docker/config.json', '.config/gh/hosts.yml', '.config/hub', '.config/glab-cli/config.yml', '.claude/.credentials.json', '.claude.json', '.local/share/opencode/auth.json', '.config/opencode/opencode.json', '.local/share/opencode/mcp-auth.json', '.hermes/.env', '.hermes/auth.json', '.m2/settings.xml', '.m2/settings-security.xml', '.gradle/gradle.properties', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.composer/auth.json', '.config/composer/auth.json', '.nuget/NuGet/NuGet.Config', '.config/pip/pip.conf', '.pip/pip.conf', '.config/containers/auth.json', '.fly/config.yml', '.config/netlify/config.json', '.vercel/auth.json', '.config/configstore/firebase-tools.json', '.wrangler/config/default.toml', '.config/.wrangler/config/default.toml', '.databrickscfg', '.snowsql/config', '.config/stripe/config.toml', '.twilio-cli/config.json', '.circleci/cli.yml', '.config/helm/registry/config.json', '.rediscli_auth', '.influxdbv2/configs', '.lftp/rc', '.msmtprc', '.mutt/muttrc', '.fetchmailrc', '.gitlab-token', '.huggingface/token', '.cache/huggingface/token', '.kaggle/kaggle.json', '.openai/credentials', '.anthropic/api_key', '.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.psql_history', '.mysql_history',
  '.vscode/silmaril-firewall.json', '.claude/silmaril-firewall.json',
];
/** Inside a secret folder, these are not secret. */
const PUBLIC_IN_FOLDER = /\.pub$|^known_hosts(?:\.old)?$|^pubring|\.gpg\.pub$|^README/i;

const SYSTEM = /^\/etc\/(?:shadow|gshadow|sudoers|master\.passwd|ssl\/private|ssh\/ssh_host_\w+_key|krb5\.keytab|kubernetes|rancher|wireguard)(?:$|[-/.])|^\/(?:private\/)?(?:var\/)?root\/\.ssh|^\/var\/run\/secrets(?:\/|$)|^\/run\/secrets(?:\/|$)|^\/proc\/(?:\d+|self|[\uE000-\uE00F]+)\/environ$/;

/** Names that a wildcard is tried against. */
const WILD_NAMES = ['.env', '.env.local', '.env.production', 'id_rsa', 'id_ed25519', 'id_ecdsa', '.npmrc', '.netrc', '.pypirc', '.git-credentials', 'credentials', 'credentials.json', 'secrets.yml', 'secrets.json', 'key.pem', 'server.key', '.pgpass'];
const HOME_SEGMENT = /^\/(?:home|Users)\/[^/]+\/(.+)$|^\/(?:var\/)?root\/(.+)$/;

function homeRelative(path: Text, home: string): Text | null {
  if (path.startsWith(`${home}/`)) return path.slice(home.length + 1);
  const match = HOME_SEGMENT.exec(path);
  return match === null ? null : (match[1] ?? match[2] ?? null);
}

function wildMatch(pattern: Text): string | null {
  // A pattern of nothing but wildcards names everything, and one with no more than a common ending (`*.json`) a
  // kind of file: it must spell out some of the secret's own name. Hidden names are wildcarded for no other reason.
  const own = pattern.replace(/\.(?:json|ya?ml|toml|xml|key|pem|txt|cfg|conf|ini)$/i, '').replace(/[^A-Za-z0-9.]/g, '');
  if (!pattern.startsWith('.') && own.length < 2) return null;
  return WILD_NAMES.find((name) => segmentMatches(pattern, name)) ?? null;
}

function baseSecret(base: Text): boolean {
  const lower = base.toLowerCase();
  if (ENV_FILE.test(base)) return !HARMLESS_ENV.test(base) && !HARMLESS_NAMED_ENV.test(base);
  if (BASE_NAMES.has(lower)) return true;
  if (base.endsWith('.pub')) return false;
  if (KEY_NAME.test(base)) return true;
  return KEY_EXTENSION.test(base) && !PUBLIC_PEM.test(base);
}

/**
 * The name of the secret that an absolute path stands for, or null. Paths may hold wildcards and unknown
 * parts; a folder of secrets counts as a secret itself.
 */
export function secretName(path: Text, home: string): string | null {
  const relative = homeRelative(path, home);
  if (relative !== null) {
    for (const folder of HOME_FOLDERS) {
      if (relative === folder) return `~/${folder}`;
      if (relative.startsWith(`${folder}/`)) {
        const base = relative.slice(relative.lastIndexOf('/') + 1);
        return PUBLIC_IN_FOLDER.test(base) ? null : `~/${folder}`;
      }
    }
    for (const file of HOME_FILES) if (relative === file || (relative.startsWith(file) && /^(?:[.~-](?:bak|backup|copy|old|orig|save|tmp|disabled|swp)?|\.\d+)$/.test(relative.slice(file.length)))) return `~/${file}`;
    // `~/.ss*/id*`: a wildcard in the folder.
    const [head = ''] = relative.split('/');
    if (/[\uE001\uE002]/.test(head) && head.startsWith('.') && ['.ssh', '.aws', '.gnupg', '.netrc', '.npmrc'].some((name) => segmentMatches(head, name))) return `~/${head}`;
  }
  if (SYSTEM.test(path)) return path;
  const cut = path.lastIndexOf('/');
  const base = path.slice(cut + 1);
  if (base === '') return null;
  if (baseSecret(base)) return base;
  if (/[\uE001\uE002]/.test(base)) return wildMatch(base);
  const parent = path.slice(path.lastIndexOf('/', cut - 1) + 1, cut);
  if ((parent === 'secrets' || parent === '.secrets') && !CODE.test(base)) return `${parent}/${base}`;
  if (parent === '.ssh' && !PUBLIC_IN_FOLDER.test(base)) return `.ssh/${base}`;
  if (parent === '.aws' || (parent === '.kube' && base === 'config') || (parent === '.docker' && base === 'config.json')) return `${parent}/${base}`;
  return null;
}
