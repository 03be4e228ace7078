// Where something can go to or come from: URLs, hosts, e-mail addresses and paths that a text names. Pure.

/** Characters of a text that are looked at, and targets that are taken from it. */
const MAX_TEXT = 65_536;
export const MAX_TARGETS = 32;

/** Names with a dot that are files, not hosts. */
const FILE = /\.(?:[cm]?[jt]sx?|json[lc5]?|ya?ml|toml|md|txt|py|rb|rs|go|java|kt|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|css|s[ac]ss|html?|xml|svg|png|jpe?g|gif|pdf|csv|tsv|log|lock|cfg|ini|conf|env|sql|zip|gz|tgz|tar|bin|exe|map|snap|test|spec)$/;
const PATTERN = /(?:https?|ftp|wss?|ssh|git):\/\/[^\s"'`<>()[\]{}|\\]{1,2000}|[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}|(?<![\w./~-])(?:~|\.{1,2})?(?:\/[\w.@+-]{1,255}){1,32}|(?<![\w./@-])[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}(?![\w/@-])/giu;

/** Zero-width and bidi characters would make one target two. */
export const plainText = (text: string): string => text.slice(0, MAX_TEXT).normalize('NFKC').replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, '');

/**
 * @param text already plain (`plainText`)
 * @returns at most 32 names, each with its kind before it (`url:`, `host:`, `mail:`, `path:`), in order of appearance
 */
export function targetsOf(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(PATTERN)) {
    for (const target of named(match.replace(/[.,;:!?]+$/, ''))) {
      if (found.size >= MAX_TARGETS) return [...found];
      found.add(target);
    }
  }
  return [...found];
}

function named(word: string): readonly string[] {
  if (word.includes('://')) {
    const url = URL.canParse(word) ? new URL(word) : null;
    if (url === null || url.hostname === '') return [];
    const host = `host:${bare(url.hostname)}`;
    return isLocal(url.hostname) ? [] : [host, `url:${bare(url.hostname)}${url.pathname.replace(/\/$/, '')}${url.search}`];
  }
  if (word.startsWith('/') || word.startsWith('~') || word.startsWith('.')) return word.length > 3 ? [`path:${word}`] : [];
  const at = word.indexOf('@');
  // A login on a host (rsync, scp) looks like an address: both are names of where something goes.
  if (at > 0) return [`mail:${word.toLowerCase()}`, `host:${bare(word.slice(at + 1))}`];
  const host = bare(word);
  return FILE.test(host) || !/\.\p{L}{2,}$/u.test(host) ? [] : [`host:${host}`];
}

const bare = (host: string): string => host.toLowerCase().replace(/^www\./, '').replace(/\.$/, '');
const isLocal = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(host);
