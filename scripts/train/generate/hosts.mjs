// Real text to hide orders in and to calibrate on: documentation and code of the npm packages that
// the lockfile pins. Read at training time, hashed into the manifest, never committed.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Packages whose text is used; each is pinned by integrity in package-lock.json. */
export const HOST_PACKAGES = ['typescript', 'eslint', 'vite', 'vitest', 'esbuild', 'zod', 'undici', 'fast-check', 'jsonc-parser', 'unbash', '@types/node', '@eslint/js', 'typescript-eslint', '@typescript-eslint/eslint-plugin', 'acorn', 'espree', 'ajv', 'postcss', 'rolldown', 'picomatch', 'semver', 'magic-string', 'pathe', 'chai', 'optionator', 'minimatch', 'debug', 'esquery', 'ignore', 'fast-glob', 'tinyglobby', 'lightningcss', 'nanoid', 'js-yaml', 'argparse', 'strip-json-comments', 'natural-compare', 'p-limit', 'levn'];
const MAX_FILE = 200_000;

function* files(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'node_modules') continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(full);
    else if (entry.isFile() && /\.(?:md|js|mjs|cjs|ts|json|yml)$/.test(entry.name) && !/\.min\.|\.map$/.test(entry.name)) yield full;
  }
}

/**
 * @returns {{ chunks: string[][], digest: string }} pieces of 4 to 60 lines; the digest covers every byte that was read
 */
export function hostChunks(root, perPackage = 160) {
  const hash = crypto.createHash('sha256');
  const chunks = [];
  for (const name of HOST_PACKAGES) {
    const folder = path.join(root, 'node_modules', name);
    if (!fs.existsSync(folder)) continue;
    const own = [];
    for (const file of files(folder)) {
      const stat = fs.statSync(file);
      if (stat.size > MAX_FILE || stat.size < 200) continue;
      const text = fs.readFileSync(file, 'utf8');
      hash.update(`${path.relative(root, file)}\0${text}\0`);
      const lines = text.split(/\r?\n/);
      const size = 4 + ((own.length * 7) % 57);
      for (let at = 0; at + 3 < lines.length && at < size * 6; at += size) {
        const piece = lines.slice(at, at + size);
        if (piece.join('\n').length < 12_000) own.push(piece);
      }
    }
    const every = Math.max(1, Math.floor(own.length / perPackage));
    chunks.push(...own.filter((_, i) => i % every === 0).slice(0, perPackage));
  }
  return { chunks, digest: hash.digest('hex') };
}
