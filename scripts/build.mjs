// Bundles the hooks into their committed dist folders and the command into dist/cli.
//   node scripts/build.mjs          writes what changed
//   node scripts/build.mjs --check  writes nothing; exit 1 when a committed bundle differs from a rebuild
// A hook bundle is CommonJS without dependencies, since a harness runs it straight from its folder.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Parts that a hook loads only when its configuration wants them. Each is a file of its own beside the bundle, because
 * Node.js reads through the whole of a file at every start: 2 ms of a hook's 30 for the classifier alone.
 */
const parts = [
  { entry: 'hooks/core/embedded-classifier.ts', file: 'embedded-classifier.js' },
  { entry: 'hooks/core/policy-engine.ts', file: 'policy-engine.js' },
  { entry: 'hooks/core/providers/ask-providers.ts', file: 'providers.js' },
];

/** The harnesses' bundles, which are committed. */
const hooks = [
  { entry: 'hooks/vscode/src/vscode-hook.ts', out: 'hooks/vscode/dist/vscode-hook.js' },
  { entry: 'hooks/claude-code/src/claude-code-hook.ts', out: 'hooks/claude-code/dist/claude-code-hook.js' },
].flatMap((bundle) => [{ ...bundle, minify: true }, ...parts.map((part) => ({ entry: part.entry, minify: true, out: path.posix.join(path.posix.dirname(bundle.out), part.file) }))]);

/**
 * OpenCode loads a plugin into its own process, once: each build is one ES module with all its parts in it. Not `.js`, which
 * a package.json above it could turn into something else.
 */
const plugins = [
  { entry: 'hooks/opencode/src/opencode-v1.ts', out: 'hooks/opencode/dist/opencode-v1.mjs', minify: true, module: true },
  { entry: 'hooks/opencode/src/opencode-v2.ts', out: 'hooks/opencode/dist/opencode-v2.mjs', minify: true, module: true },
  { entry: 'hooks/opencode/src/probe.ts', out: 'hooks/opencode/dist/probe.mjs', minify: true, module: true },
];

/** What lies beside a bundle as it is: the classifier's weights. */
const weights = 'hooks/classifier/weights.bin';
const copies = ['hooks/vscode/dist/weights.bin', 'hooks/claude-code/dist/weights.bin', 'hooks/opencode/dist/weights.bin'];

/**
 * The checker is one file that runs by itself, since a harness may pin the hash of what it starts. It is a shell script
 * and JavaScript at once: there may be no PATH, so Node.js is looked for in the usual places, after the one that a file
 * beside it names.
 */
const checker = {
  entry: 'hooks/checker/src/checker.ts',
  out: 'hooks/checker/dist/silmaril-checker',
  minify: true,
  mode: 0o755,
  header: [
    '#!/bin/sh',
    `':' //; n=; p=\${0%/*}/silmaril-checker-node-path; [ -r "$p" ] && IFS= read -r n <"$p"; for n in "$n" /usr/local/bin/node /opt/homebrew/bin/node /usr/bin/node /opt/local/bin/node; do [ -x "$n" ] && exec "$n" "$0" "$@"; done; echo 'silmaril-checker: no Node.js found; write its absolute path into silmaril-checker-node-path beside this file.' >&2; exit 1`,
  ],
};

/** The command: not committed, made on first use. Its native dependencies stay outside. */
const command = { entry: 'app/cli/silmaril.ts', out: 'dist/cli/silmaril.cjs' };

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  write: false,
  sourcemap: false,
  legalComments: 'none',
  // One character beyond Latin-1 makes V8 keep the whole source in two bytes a character: 1.5 ms more to compile.
  charset: 'ascii',
  logLevel: 'silent',
};

/**
 * @param {{ entry: string, minify?: boolean }} target what every event loads is minified: reading it is most of what it costs
 * @returns {Promise<Uint8Array>} the bundle's bytes: the same for the same sources, whatever the machine
 */
export async function bundleHook({ entry, minify = false, header = [], module = false }) {
  if (module) return bundlePlugin({ entry, minify });
  const result = await build({
    ...shared,
    entryPoints: [entry],
    target: 'node22',
    minify,
    // Built-in modules that a run may not need are loaded on first use, through require: import() would
    // start the module loader, which costs more than the modules.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.dirname': '__dirname' },
    banner: { js: [...header, '// Built from the repository by scripts/build.mjs. Do not edit.'].join('\n') },
    plugins: [partsStayOutside],
  });
  return result.outputFiles[0].contents;
}

async function bundlePlugin({ entry, minify }) {
  const result = await build({
    ...shared,
    format: 'esm',
    entryPoints: [entry],
    target: 'es2022',
    minify,
    banner: { js: '// Built from the repository by scripts/build.mjs. Do not edit.' },
  });
  return result.outputFiles[0].contents;
}

/** import('.../embedded-classifier.ts') in a hook becomes loadPart('embedded-classifier.js') (hooks/core/load-part.ts). A static import would bundle it: refused. */
const partsStayOutside = {
  name: 'parts-stay-outside',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path: specifier, resolveDir, kind }) => {
      const target = path.relative(root, path.resolve(resolveDir, specifier)).split(path.sep).join('/');
      const part = parts.find(({ entry }) => entry === target);
      if (!part || kind === 'entry-point') return null;
      if (kind !== 'dynamic-import') return { errors: [{ text: `${target} is loaded on demand: use import().` }] };
      return { path: part.file, namespace: 'part' };
    });
    // `require` and `__dirname` are the bundle's own.
    build.onLoad({ filter: /.*/, namespace: 'part' }, ({ path: file }) => ({
      contents: `const { loadPart } = require('./hooks/core/load-part.ts'); module.exports = loadPart(${JSON.stringify(file)}, require, __dirname);`,
      resolveDir: root,
      loader: 'js',
    }));
  },
};

async function bundleCommand({ entry }) {
  // import.meta.url has no meaning in CommonJS; the command finds its files from it.
  const result = await build({
    ...shared,
    entryPoints: [entry],
    target: 'node20',
    external: ['keytar', '@libsql/client'],
    define: { 'import.meta.url': '__importMetaUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  return result.outputFiles[0].contents;
}

async function main(check) {
  const stale = [];
  for (const target of [...hooks, ...plugins, checker]) {
    if (!fs.existsSync(path.join(root, target.entry))) continue;
    if (!put(target.out, await bundleHook(target), check, target.mode)) stale.push(target.out);
  }
  const bytes = fs.readFileSync(path.join(root, weights));
  for (const out of copies) if (!put(out, bytes, check)) stale.push(out);
  if (!check && fs.existsSync(path.join(root, command.entry))) put(command.out, await bundleCommand(command), false);
  for (const file of stale) process.stderr.write(`${file} differs from a rebuild: run "npm run build" and commit it.\n`);
  return stale.length === 0 ? 0 : 1;
}

/** @returns {boolean} whether the file held these bytes already, or holds them now */
function put(out, bytes, check, mode = 0o644) {
  const file = path.join(root, out);
  const same = fs.existsSync(file) && Buffer.compare(fs.readFileSync(file), bytes) === 0;
  if (same) return true;
  if (check) return false;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes, { mode });
  process.stdout.write(`${out} ${bytes.length} bytes\n`);
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--check');
  if (unknown.length > 0) {
    process.stderr.write(`Unknown argument ${unknown[0]}. Usage: node scripts/build.mjs [--check]\n`);
    process.exitCode = 2;
  } else {
    try {
      process.exitCode = await main(process.argv.includes('--check'));
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  }
}
