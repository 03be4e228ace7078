// Texts that look like a secret without being registered: keys of known makers, fields and variables whose names say so,
// and long runs that only a machine writes. What people write, commit hashes, paths and ids among it, is left alone.
import type { Range } from './known-values.ts';

interface Shape {
  readonly kind: string;
  readonly pattern: RegExp;
  /** The group that is the secret; 0: all of it. */
  readonly group: number;
  readonly only?: (secret: string) => boolean;
}

/** Names of which any value is a secret, and names that also mean other things: there the value has to look like one. */
const SECRET_NAME = '(?:[A-Za-z0-9_.-]*(?:secret|passw(?:or)?d|passphrase|credential)s?)';
const NAME = '(?:[A-Za-z0-9_.-]*(?:token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|auth(?:orization)?)|[A-Za-z0-9_]*_KEY|PASS)';
/** Words and names that people write hold no digits; what a machine makes does. */
const madeByMachine = (text: string): boolean => /\d/.test(text) && /[A-Za-z]/.test(text);
const isLiteral = (text: string): boolean => !/^[$%{([]|\(/.test(text);

/** Quantifiers are bounded, or end where the next character cannot continue them: no text makes one slow. */
const SHAPES: readonly Shape[] = [
  { kind: 'private-key', pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,16384}?-----END [A-Z ]{0,40}PRIVATE KEY-----/g, group: 0 },
  { kind: 'key', pattern: /\b(?:sk-ant-|sk-proj-|sk-|rk_live_|sk_live_|xai-|gsk_|hf_|npm_|glpat-|dop_v1_|pypi-)[A-Za-z0-9_-]{16,512}/g, group: 0, only: (text) => /\d/.test(text) },
  { kind: 'key', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|xox[abeoprs]-[A-Za-z0-9-]{10,255}|(?:AKIA|ASIA)[0-9A-Z]{16}\b|AIza[0-9A-Za-z_-]{35})/g, group: 0 },
  { kind: 'jwt', pattern: /\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,4096}/g, group: 0 },
  { kind: 'header', pattern: /\b(?:authorization|proxy-authorization|x-api-key|api-key|cookie|set-cookie)["']?\s{0,4}[:=]\s{0,4}["']?((?:(?:Bearer|Basic|Token)\s{1,4})?[^\s"',;]{8,4096})/gi, group: 1, only: madeByMachine },
  { kind: 'header', pattern: /\bBearer\s{1,4}([A-Za-z0-9._~+/-]{16,4096}=*)/g, group: 1 },
  { kind: 'url', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/@:"'<>]{1,256}:[^\s/@"'<>]{1,1024}|[^\s/@:"'<>]{16,1024})@/gi, group: 1 },
  ...[SECRET_NAME, NAME].flatMap((name): readonly Shape[] => {
    const only = (text: string): boolean => isLiteral(text) && (name === SECRET_NAME || madeByMachine(text));
    return [
      { kind: 'url', pattern: new RegExp(`[?&]${name}=([^\\s&#"'<>]{6,4096})`, 'gi'), group: 1, only },
      { kind: 'field', pattern: new RegExp(`["']${name}["']\\s{0,8}:\\s{0,8}["']([^"'\\n]{6,4096})["']`, 'gi'), group: 1, only },
      { kind: 'variable', pattern: new RegExp(`(?:^|[\\s;{(,])(?:export\\s{1,4})?${name}\\s{0,2}=\\s{0,2}["']?([^\\s"',;<>]{6,4096})`, 'gi'), group: 1, only },
    ];
  }),
  { kind: 'random', pattern: /(?<![A-Za-z0-9+/_.=-])[A-Za-z0-9_+-]{32,1024}={0,2}(?![A-Za-z0-9/_])/g, group: 0, only: isRandom },
];

/** A hash with its algorithm in front is public. */
function isRandom(text: string): boolean {
  if (/^sha\d+-/i.test(text)) return false;
  const count = (pattern: RegExp): number => (text.match(pattern) ?? []).length;
  if (count(/[A-Z]/g) < 2 || count(/[a-z]/g) < 2 || count(/\d/g) < 3) return false;
  const seen = new Map<string, number>();
  for (const char of text) seen.set(char, (seen.get(char) ?? 0) + 1);
  let bits = 0;
  for (const times of seen.values()) bits -= (times / text.length) * Math.log2(times / text.length);
  return bits >= 4.2;
}

export interface Found extends Range {
  readonly kind: string;
}

export function shapesIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { kind, pattern, group, only } of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[group];
      if (secret === undefined || secret.startsWith('<redacted') || (only && !only(secret))) continue;
      const from = match.index + (group === 0 ? 0 : match[0].lastIndexOf(secret));
      found.push({ from, to: from + secret.length, kind });
    }
  }
  return found;
}
