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

/** Runs of code points that step alike: [first, last, step], the step 1 or 2. */
function runs(points) {
  const out = [];
  for (let i = 0; i < points.length; ) {
    let step = points[i + 1] - points[i];
    if (step !== 1 && step !== 2) step = 1;
    let j = i;
    while (points[j + 1] === points[j] + step) j++;
    out.push([points[i], points[j], step]);
    i = j + 1;
  }
  return out;
}

/** @returns {string} the text of fold-table.ts */
export function foldTable() {
  const constant = new Map();
  const distance = new Map();
  const longer = new Map();
  for (let cp = 0x80; cp <= 0x1ffff; cp++) {
    const to = folded(cp);
    if (to === null) continue;
    const single = to.length === 1;
    const [map, key] = !single ? [longer, to] : to.charCodeAt(0) <= 0x7e ? [constant, to.charCodeAt(0)] : [distance, to.charCodeAt(0) - cp];
    map.set(key, [...(map.get(key) ?? []), cp]);
  }
  const rows = (map, keep) => [...map].map(([key, points]) => `  ${runs(points).map(([first, last, step]) => `${first}, ${last}, ${step}, ${keep(key)}`).join(', ')},`).join('\n');
  const alike = Object.entries(lookAlikes).map(([to, from]) => `  [${to.charCodeAt(0)}, ${[...new Set([...from].map((c) => c.codePointAt(0)))].sort((a, b) => a - b).join(', ')}],`);
  return `// Made by scripts/train/fold-table.mjs; not edited by hand. Plain numbers, because they are read
// faster than any text that would have to be taken apart.

/** Code points read as one ASCII character: first, last, step, character. Accents, full-width forms, mathematical letters, spaces. */
export const FOLD_TO: readonly number[] = [
${rows(constant, (key) => key)}
];

/** Code points read as the one at a distance: first, last, step, distance. Case of other scripts, compatibility forms. */
export const FOLD_BY: readonly number[] = [
${rows(distance, (key) => key)}
];

/** Code points read as several characters. */
export const FOLD_LONGER: readonly (readonly [string, ...number[]])[] = [
${[...longer].map(([to, points]) => `  [${JSON.stringify(to)}, ${points.join(', ')}],`).join('\n')}
];

/** A Latin letter and the letters of other scripts drawn like it. */
export const LOOK_ALIKES: readonly (readonly number[])[] = [
${alike.join('\n')}
];
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) fs.writeFileSync(tablePath, foldTable());
