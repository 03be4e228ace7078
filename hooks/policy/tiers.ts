// How much a single command can do: read, write, network, destructive. Code execution and programs that
// nobody knows are told apart from these.
import { gitCall } from './commands/git.ts';
import { hasHandler } from './commands/registry.ts';
import type { CommandFact, Fact } from './facts.ts';
import type { Tier } from './policy.ts';
import { isKnown } from './values.ts';

export interface CommandTier {
  readonly tier: Tier;
  /** Runs code that the command brings along or that lies in a file. */
  readonly code: boolean;
  /** Inline: the code stands in the command itself. */
  readonly inlineCode: boolean;
  readonly recognised: boolean;
}

const READ = new Set(
  'sleep true false which where type command whoami id groups uname hostname date cal uptime echo printf pwd ls ll cat head tail less more bat nl tac wc sort uniq cut paste column tr rev fold fmt grep egrep fgrep rg ag ack find fd locate tree stat file du df free ps top htop pgrep lsof env printenv set alias history man help apropos whatis info diff cmp comm md5sum sha1sum sha256sum shasum cksum basename dirname realpath readlink test [ : jq yq xxd od hexdump strings lsblk lscpu lspci sw_vers cd pushd popd dirs jobs wait seq expr bc read exit return shift getopts hash ulimit tput clear'.split(' '),
);
const NETWORK = new Set('curl wget wget2 aria2c axel ssh scp sftp rsync ftp telnet nc ncat netcat socat http https xh httpie dig nslookup host ping traceroute whois npx bunx uvx pnpx mosh autossh lynx w3m fetch gh glab aws gcloud gsutil az doctl heroku vercel netlify fly flyctl wrangler firebase supabase kubectl helm docker-compose brew apt apt-get dnf yum apk pacman snap'.split(' '));
const DESTRUCTIVE = new Set('rm rmdir unlink del rd erase dd shred truncate srm trash rimraf remove-item ri wipe'.split(' '));
const CODE = new Set('sh bash zsh dash ksh fish python python2 python3 node nodejs deno bun ruby perl php lua r rscript julia osascript make cmake ninja gradle gradlew mvn mvnw ant bazel just task rake npm pnpm yarn npx bunx uvx cargo go dotnet swift java javac jest vitest pytest tox nox mocha docker podman powershell pwsh cmd eval source . xargs parallel'.split(' '));
const INSTALLS = /^(?:install|i|add|ci|update|upgrade|get|fetch|sync|download|publish|audit|outdated|search|view|info|login|create|dlx|exec|x)$/;

const DESTROYING_FACTS = new Set<Fact['kind']>(['disk', 'fork-bomb', 'power']);

function gitTier(fact: CommandFact): Tier {
  const { verb, argv } = gitCall(fact.argv, fact.cwd, (text) => text);
  const words = argv.slice(1);
  const has = (...flags: readonly string[]): boolean => words.some((word) => flags.includes(word));
  switch (verb) {
    case 'push':
      return has('--force', '-f', '--force-with-lease', '--mirror', '--delete', '-d') ? 'destructive' : 'network';
    case 'fetch':
    case 'pull':
    case 'clone':
    case 'ls-remote':
    case 'submodule':
      return 'network';
    case 'remote':
      return has('add', 'set-url', 'update') ? 'network' : 'read';
    case 'reset':
      return has('--hard', '--merge') ? 'destructive' : 'write';
    case 'clean':
      return 'destructive';
    case 'branch':
      return has('-D', '--delete', '-d') ? 'destructive' : 'read';
    case 'status':
    case 'log':
    case 'diff':
    case 'show':
    case 'blame':
    case 'describe':
    case 'rev-parse':
    case 'ls-files':
    case 'grep':
    case 'shortlog':
    case 'stash':
      return verb === 'stash' && has('drop', 'clear') ? 'destructive' : 'read';
    default:
      return 'write';
  }
}

export function tierOf(fact: CommandFact, extra: ReadonlySet<string>): CommandTier {
  const { name } = fact;
  const [verb = ''] = fact.argv.slice(1).filter((word) => !word.startsWith('-'));
  const path = fact.argv[0]?.includes('/') === true && !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(fact.argv[0]);
  const recognised = isKnown(name) && !path && (READ.has(name) || NETWORK.has(name) || DESTRUCTIVE.has(name) || CODE.has(name) || hasHandler(name) || extra.has(name));
  const inlineCode = CODE.has(name) && fact.argv.slice(1, 8).some((word) => /^(?:-[a-zA-Z]*[ce]|-p|-pe|-E|-r|--eval|--print|--command)$/.test(word)) && !/^(?:make|docker|podman|npm|pnpm|yarn|go|cargo|gradle|mvn|ninja)$/.test(name);
  const code = inlineCode || CODE.has(name) || path;
  let tier: Tier = 'write';
  if (name === 'git') tier = gitTier(fact);
  else if (DESTRUCTIVE.has(name)) tier = 'destructive';
  else if (/^(?:docker|podman)$/.test(name)) tier = /^(?:rm|rmi|prune|system|volume|network)$/.test(verb) ? 'destructive' : /^(?:push|pull|login)$/.test(verb) ? 'network' : /^(?:ps|images|logs|inspect|version|info|stats|top|diff|port)$/.test(verb) ? 'read' : 'write';
  else if (name === 'kubectl' || name === 'terraform' || name === 'tofu') tier = /^(?:delete|destroy|apply|drain)$/.test(verb) ? 'destructive' : 'network';
  else if (NETWORK.has(name)) tier = 'network';
  else if (/^(?:npm|pnpm|yarn|pip|pip3|poetry|uv|cargo|go|bun|gem|bundle|composer|conda|mamba|pipx|dotnet)$/.test(name) && INSTALLS.test(verb)) tier = 'network';
  else if (READ.has(name)) tier = 'read';
  else if (fact.argv.length === 2 && /^(?:--version|-v|-V|--help|-h|version|help)$/.test(fact.argv[1] ?? '')) tier = 'read';
  return { tier, code, inlineCode, recognised };
}

export function isDestroying(fact: Fact): boolean {
  return DESTROYING_FACTS.has(fact.kind);
}
