// Generates hooks/classifier/fold-table.ts: which code points the classifier reads as which plain
// ones. The table is committed, so that JavaScript and Python fold alike whatever Unicode version
// their runtimes know. Run: node scripts/train/fold-table.mjs
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const tablePath = path.join(root, 'hooks/classifier/fold-table.ts');

/** Letters of other scripts that are drawn like a Latin one (after lower-casing by this table). */
const lookAlikes = {
  a: 'аɑα', b: 'вьƄβ', c: 'сϲⅽс', d: 'ԁɗ', e: 'еҽεє', f: 'ғſƒ', g: 'ɡցԍ', h: 'һнհ', i: 'іιıɩӏ', j: 'јϳ', k: 'кκ', l: 'ⅼɭӀ',
  m: 'мṃ', n: 'пηո', o: 'оοσօ', p: 'рρ', q: 'ԛզ', r: 'гɼ', s: 'ѕʂ', t: 'тτ', u: 'υսц', v: 'νѵ', w: 'ԝωш', x: 'хχ', y: 'уγү', z: 'ʐ',
};

const isAscii = (text) => /^[\x20-\x7e]+$/.test(text);
/** Left alone, or the table would treble: Hangul, private use, CJK and Arabic compatibility forms, squared units. */
const kept = [[0x2474, 0x249b], [0x2e80, 0x2fdf], [0x3130, 0x33ff], [0xac00, 0xd7af], [0xe000, 0xfaff], [0xfb13, 0xfeff], [0xff65, 0xffdc], [0x1f200, 0x1f2ff]];
const scriptKept = (cp) => kept.some(([from, to]) => cp >= from && cp <= to);

/** @returns {string | null} what `cp` is read as, or null when it stays itself */
function folded(cp) {
  if ((cp >= 0xd800 && cp <= 0xdfff) || cp < 0x80 || scriptKept(cp)) return null;
  const char = String.fromCodePoint(cp);
  if (/^[\p{Zs}\u2028\u2029\u0085]$/u.test(char)) return cp === 0x2028 || cp === 0x2029 || cp === 0x85 ? '\n' : ' ';
  const plain = char.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  if (plain !== '' && isAscii(plain.trim() || ' ')) return plain;
  if (cp > 0xffff) return null;
  const composed = plain.normalize('NFKC');
  if ([...composed].length === 1 && composed !== char && composed.codePointAt(0) <= 0xffff) return composed;
  const lower = char.toLowerCase();
  return lower !== char && [...lower].length === 1 ? lower : null;
}

/** Groups code points as `a-b` ranges in base 36, with `/2` where only every second one is meant. */
function ranges(points) {
  const out = [];
  for (let i = 0; i < points.length; ) {
    let step = points[i + 1] - points[i];
    if (step !== 1 && step !== 2) step = 1;
    let j = i;
    while (points[j + 1] === points[j] + step) j++;
    const [a, b] = [points[i].toString(36), points[j].toString(36)];
    out.push(j === i ? a : `${a}-${b}${step === 2 ? '/2' : ''}`);
    i = j + 1;
  }
  return out.join(',');
}

/** @returns {string} the text of fold-table.ts */
export function foldTable() {
  const byTarget = new Map();
  const byDelta = new Map();
  for (let cp = 0x80; cp <= 0x1ffff; cp++) {
    const to = folded(cp);
    if (to === null) continue;
    const single = [...to].length === 1 && to.codePointAt(0) > 0x7e;
    const [map, key] = single ? [byDelta, to.codePointAt(0) - cp] : [byTarget, to];
    map.set(key, [...(map.get(key) ?? []), cp]);
  }
  const line = (text) => `  ${JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)},`;
  const targets = [...byTarget].map(([to, points]) => line(`${to}\t${ranges(points)}`));
  const deltas = [...byDelta].map(([delta, points]) => line(`${delta}\t${ranges(points)}`));
  const alike = Object.entries(lookAlikes).map(([to, from]) => line(`${to}\t${ranges([...new Set([...from].map((c) => c.codePointAt(0)))].sort((a, b) => a - b))}`));
  return `// Made by scripts/train/fold-table.mjs; not edited by hand. Code points are base 36; a range may step by 2.

/** Text that a code point is read as: \`text TAB points\`. Accents, full-width forms, mathematical letters, spaces. */
export const FOLD_TARGETS: readonly string[] = [
${targets.join('\n')}
];

/** Code points read as the one at a distance: \`distance TAB points\`. Case of other scripts, compatibility forms. */
export const FOLD_DELTAS: readonly string[] = [
${deltas.join('\n')}
];

/** Letters of other scripts drawn like a Latin one; applied to words that mix scripts only. */
export const LOOK_ALIKES: readonly string[] = [
${alike.join('\n')}
];
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) fs.writeFileSync(tablePath, foldTable());
