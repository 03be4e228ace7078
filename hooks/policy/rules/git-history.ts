// What loses commits or uncommitted work: git's own ways, and deletes inside `.git`.
import type { CommandFact, Fact, PathFact } from '../facts.ts';
import { gitCall } from '../commands/git.ts';
import { has, readOptions } from '../commands/options.ts';
import { segmentMatches } from '../paths.ts';
import { hasGlob, type Text, shown } from '../values.ts';
import { type Hit, type RuleContext, wordsOf } from './hit.ts';

type Verb = (argv: readonly Text[], config: ReadonlyMap<string, Text>, context: RuleContext, fact: CommandFact) => boolean;

/** A word that names a file rather than a branch: `.`, `./x`, a glob, or a known file ending. */
const FILE_LIKE = /^\.{1,2}(?:\/|$)|^:(?:\/|!|\()|\/$|\.(?:[cm]?[jt]sx?|json[5c]?|py|rb|go|rs|java|kts?|swift|c|cc|cpp|cxx|h|hpp|cs|php|scala|sh|bash|zsh|md|mdx|rst|txt|ya?ml|toml|ini|cfg|conf|html?|css|s[ac]ss|less|vue|svelte|xml|sql|lock|gradle|properties|env|csv|svg|png|jpe?g|gif|ipynb|tf|proto|graphql|dart|lua|pl|ex|exs|erl|hs|ml|clj|gitignore)$|^(?:Makefile|Dockerfile|LICENSE|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|Brewfile)$/i;

function checkout(argv: readonly Text[], _config: ReadonlyMap<string, Text>, context: RuleContext, fact: CommandFact): boolean {
  const options = readOptions(argv, { values: 'bB', longValues: ['conflict', 'pathspec-from-file', 'orphan'], longFlags: ['force', 'track', 'no-track', 'detach', 'ours', 'theirs', 'merge', 'patch', 'quiet', 'progress', 'recurse-submodules', 'overlay', 'guess', 'ignore-skip-worktree-bits'] });
  if (has(options, 'f', 'force', 'p', 'patch')) return true;
  // Choosing a side of a conflict: git takes these two only for paths that are unmerged.
  if (has(options, 'ours', 'theirs')) return false;
  if (has(options, 'pathspec-from-file')) return true;
  const dashes = argv.indexOf('--');
  if (dashes > 0 && dashes < argv.length - 1) return true;
  // `-B name start` takes a branch away from its commits; `-B name` alone only makes or keeps one.
  if (has(options, 'B')) return options.operands.length > 0;
  if (has(options, 'b', 'orphan', 't', 'track')) return false;
  const words = options.operands;
  if (words.length >= 2) return true;
  const [word] = words;
  if (word === undefined || has(options, 'd', 'detach')) return false;
  return hasGlob(word) || FILE_LIKE.test(word) || (fact.cwd !== null && /^[\w./-]+$/.test(word) && context.locator.probe.lstat(`${fact.cwd}/${word}`) === 'file');
}

function push(argv: readonly Text[]): boolean {
  const options = readOptions(argv, { values: 'o', longValues: ['push-option', 'repo', 'receive-pack', 'exec'], longFlags: ['force', 'force-with-lease', 'force-if-includes', 'mirror', 'delete', 'prune', 'dry-run', 'all', 'tags', 'follow-tags', 'set-upstream', 'atomic', 'no-verify', 'verify'] });
  if (has(options, 'n', 'dry-run')) return false;
  if (has(options, 'f', 'force', 'mirror', 'd', 'delete', 'prune')) return true;
  return options.operands.slice(1).some((word) => /^\+/.test(word) || /^:(?!$)/.test(word)) || (options.operands.length === 1 && /^\+/.test(options.operands[0] ?? ''));
}

function branch(argv: readonly Text[]): boolean {
  const options = readOptions(argv, { values: 'u', longValues: ['set-upstream-to', 'contains', 'no-contains', 'merged', 'no-merged', 'sort', 'format', 'points-at', 'color', 'column'], longFlags: ['delete', 'force', 'move', 'copy', 'list', 'all', 'remotes', 'show-current', 'track', 'edit-description', 'unset-upstream'] });
  // `git branch -M main` renames the branch that is checked out; with two names it may overwrite another one.
  return has(options, 'D', 'f', 'force') || (has(options, 'M', 'C') && options.operands.length > 1);
}

function clean(argv: readonly Text[], config: ReadonlyMap<string, Text>): boolean {
  const options = readOptions(argv, { values: 'e', longValues: ['exclude'], longFlags: ['force', 'dry-run', 'interactive', 'quiet'] });
  if (has(options, 'n', 'dry-run')) return false;
  return has(options, 'f', 'force') || config.get('clean.requireforce')?.toLowerCase() === 'false';
}

function restore(argv: readonly Text[]): boolean {
  const options = readOptions(argv, { values: 's', longValues: ['source', 'conflict', 'pathspec-from-file'], longFlags: ['staged', 'worktree', 'ours', 'theirs', 'merge', 'patch', 'quiet', 'progress'] });
  return !has(options, 'S', 'staged') || has(options, 'W', 'worktree');
}

function aborts(argv: readonly Text[]): boolean {
  return argv.some((word) => /^--ab(?:o(?:r(?:t)?)?)?$/.test(word));
}

const VERBS: Readonly<Record<string, Verb>> = {
  reset(argv) {
    return argv.some((word) => /^--h(?:a(?:r(?:d)?)?)?$/.test(word) || /^--mer(?:g(?:e)?)?$/.test(word));
  },
  checkout,
  'checkout-index'(argv) {
    return has(readOptions(argv, { longValues: ['prefix', 'stage', 'temp'], longFlags: ['force', 'all'] }), 'f', 'force');
  },
  switch(argv) {
    const options = readOptions(argv, { values: 'cC', longValues: ['create', 'orphan', 'conflict', 'force-create'], longFlags: ['force', 'discard-changes', 'detach', 'guess', 'merge', 'track'] });
    return has(options, 'f', 'force', 'discard-changes') || (has(options, 'C', 'force-create') && options.operands.length > 0);
  },
  restore,
  clean,
  push,
  branch,
  tag(argv) {
    return has(readOptions(argv, { values: 'mFun', longValues: ['message', 'file', 'local-user', 'sort', 'format', 'contains', 'points-at', 'cleanup'], longFlags: ['delete', 'force', 'list', 'annotate', 'sign', 'verify'] }), 'd', 'delete');
  },
  stash(argv) {
    return argv[1] === 'drop' || argv[1] === 'clear';
  },
  reflog(argv) {
    return (argv[1] === 'expire' || argv[1] === 'delete') && !argv.includes('-n') && !argv.includes('--dry-run');
  },
  gc(argv, config) {
    return [...config].some(([name, value]) => /^gc\.(?:.+\.)?(?:reflogexpire(?:unreachable)?|pruneexpire)$/.test(name) && /^(?:now|all|0|\d+\.\w+\.ago)$/.test(value)) || argv.some((word) => /^--prune=(?:now|all|0|\d+\.\w+\.ago)$/.test(word));
  },
  prune(argv) {
    return !argv.includes('-n') && !argv.includes('--dry-run');
  },
  rebase: aborts,
  merge: aborts,
  'cherry-pick': aborts,
  revert: aborts,
  am: aborts,
  worktree(argv) {
    return argv[1] === 'remove' && argv.some((word) => /^-[a-z]*f[a-z]*$/.test(word) || /^--fo(?:r(?:c(?:e)?)?)?$/.test(word));
  },
  rm(argv) {
    const options = readOptions(argv, { longValues: ['pathspec-from-file'], longFlags: ['force', 'cached', 'dry-run', 'quiet', 'ignore-unmatch'] });
    return has(options, 'f', 'force') && !has(options, 'cached', 'n', 'dry-run');
  },
  'filter-branch'() {
    return true;
  },
  'filter-repo'(argv) {
    return !argv.includes('--analyze') && !argv.includes('--dry-run');
  },
  'update-ref'(argv) {
    return has(readOptions(argv, { values: 'm' }), 'd', 'delete', 'stdin') || argv.some((word) => word.startsWith('refs/heads/'));
  },
  'read-tree'(argv) {
    return argv.includes('--reset');
  },
  submodule(argv) {
    return argv[1] === 'deinit' && argv.some((word) => word === '-f' || word === '--force');
  },
  notes(argv) {
    return argv.includes('remove') || argv.includes('prune');
  },
  replace(argv) {
    return argv.includes('-d') || argv.includes('--delete');
  },
  'symbolic-ref'(argv) {
    return argv.includes('-d') || argv.includes('--delete');
  },
  'lfs'(argv) {
    return argv[1] === 'prune' && argv.includes('--force');
  },
};

/** In somebody else's repository these lose what is not ours, though in our own they are ordinary. */
const ELSEWHERE: Readonly<Record<string, (argv: readonly Text[]) => boolean>> = {
  branch(argv) {
    return argv.some((word) => /^-[a-zA-Z]*d|^--del/.test(word));
  },
  remote(argv) {
    return argv[1] === 'rm' || argv[1] === 'remove';
  },
  rm(argv) {
    return !argv.includes('-n') && !argv.includes('--dry-run');
  },
  clean(argv) {
    return !argv.includes('-n') && !argv.includes('--dry-run');
  },
  worktree(argv) {
    return argv[1] === 'remove';
  },
};

function asksForHelp(argv: readonly Text[]): boolean {
  return argv.slice(1, argv.includes('--') ? argv.indexOf('--') : undefined).some((word) => word === '--help') || (argv.length === 2 && argv[1] === '-h');
}

function gitRule(fact: CommandFact, context: RuleContext): Hit | null {
  const parsed = gitCall(fact.argv, fact.cwd, (text, cwd) => context.locator.locate(text, cwd, null, true).path);
  if (parsed.verb === null || asksForHelp(parsed.argv)) return null;
  const matched = wordsOf(fact);
  const config = new Map(parsed.config);
  for (const [name, value] of fact.env) {
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (index !== undefined) config.set(value.toLowerCase(), fact.env.get(`GIT_CONFIG_VALUE_${index}`) ?? '');
  }
  const verb = Object.hasOwn(VERBS, parsed.verb) ? VERBS[parsed.verb] : undefined;
  if (verb?.(parsed.argv, config, context, { ...fact, cwd: parsed.cwd }) === true) return { ruleId: 'git-loses-work', matched };
  const elsewhere = Object.hasOwn(ELSEWHERE, parsed.verb) ? ELSEWHERE[parsed.verb] : undefined;
  if (elsewhere?.(parsed.argv) === true) {
    const folders = [...parsed.elsewhere, ...(fact.env.has('GIT_DIR') ? [fact.env.get('GIT_DIR') ?? ''] : []), ...(fact.env.has('GIT_WORK_TREE') ? [fact.env.get('GIT_WORK_TREE') ?? ''] : [])];
    const places = [...(parsed.cwd === null ? [] : [parsed.cwd]), ...folders].map((folder) => context.locator.locate(folder, parsed.cwd, null, true));
    if (places.some((place) => place.area === 'outside')) return { ruleId: 'git-other-repository', matched };
  }
  return null;
}

/** Other version control systems, as far as agents use them. */
function otherSystems(fact: CommandFact): boolean {
  const words = fact.argv.slice(1);
  const [verb] = words.filter((word) => !word.startsWith('-'));
  switch (fact.name) {
    case 'git-filter-repo':
      return !words.includes('--analyze') && !words.includes('--dry-run') && !words.includes('--help');
    case 'bfg':
      return true;
    case 'hg':
      return (verb === 'update' || verb === 'checkout' || verb === 'up') ? words.some((word) => /^(?:-C|--clean)$/.test(word)) : verb === 'strip' || verb === 'purge' || verb === 'revert' || verb === 'rollback' || verb === 'histedit';
    case 'svn':
      return verb === 'revert' || (verb === 'cleanup' && words.includes('--remove-unversioned'));
    case 'jj':
      return verb === 'abandon' || (verb === 'op' && words.includes('abandon')) || verb === 'restore';
    default:
      return false;
  }
}

/** What may go from `.git` without loss: locks, logs of gc, sample hooks. */
const HARMLESS_IN_GIT = /^(?:.*\.lock|gc\.log|.*\.orig|COMMIT_EDITMSG|MERGE_MSG|MERGE_RR|hooks\/[^/]*\.sample|info\/exclude|FETCH_HEAD|AUTO_MERGE|REBASE_HEAD|description|info\/sparse-checkout)$/;

function metadataRule(fact: PathFact): Hit | null {
  const { path, area } = fact.place;
  if (path === null || area === 'sink' || (fact.act !== 'delete' && fact.act !== 'move' && fact.act !== 'write')) return null;
  const parts = path.split('/');
  const at = parts.lastIndexOf('.git');
  const matched = `${fact.by} ${shown(fact.place.text)}`.trim();
  if (at >= 0) {
    const rest = parts.slice(at + 1).join('/');
    if (rest === '') return fact.act === 'write' ? null : { ruleId: 'git-metadata', matched };
    if (HARMLESS_IN_GIT.test(rest) || (fact.act === 'write' && fact.metadataOnly === true && !rest.startsWith('hooks'))) return null;
    return { ruleId: 'git-metadata', matched };
  }
  // `rm -rf .*` takes `.git` with it.
  const last = parts.at(-1) ?? '';
  if (fact.act !== 'write' && hasGlob(last) && last.startsWith('.') && segmentMatches(last, '.git')) return { ruleId: 'git-metadata', matched };
  return null;
}

export function gitHistoryRule(fact: Fact, context: RuleContext): Hit | null {
  if (fact.kind === 'path') return metadataRule(fact);
  if (fact.kind !== 'command' || fact.remote) return null;
  if (fact.name === 'git' || fact.name === 'hub') return gitRule(fact, context);
  return otherSystems(fact) ? { ruleId: 'git-loses-work', matched: wordsOf(fact) } : null;
}
