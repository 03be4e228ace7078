// `npm run screenshots`: a picture of each screen of the window, light and dark, from sample data.
//   node scripts/screenshots.mjs [--out FOLDER] [--locale de-DE] [--size 800x600] [NAME...]
// Needs a Chromium of the system. Without --out the pictures land in .cache/screenshots.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ensureDependencies, root } from './bootstrap.mjs';

ensureDependencies();
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' }, locale: { type: 'string' }, size: { type: 'string' } } });
const [width, height] = (values.size ?? '1180x780').split('x').map(Number);
if (!Number.isInteger(width) || !Number.isInteger(height)) {
  process.stderr.write(`--size is WIDTHxHEIGHT in pixels, such as 1180x780; "${values.size}" is not.\n`);
  process.exit(2);
}
const bundled = path.join(root, '.cache', 'screens', 'take-screenshots.mjs');
await build({ entryPoints: [path.join(root, 'e2e/screens/take-screenshots.ts')], outfile: bundled, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' });
const { takeScreenshots } = await import(pathToFileURL(bundled).href);
const folder = path.resolve(values.out ?? path.join(root, '.cache', 'screenshots'));
try {
  const taken = await takeScreenshots(root, folder, positionals, { width, height, ...(values.locale && { locale: values.locale }) });
  if (taken.length === 0) throw new Error(`No screen is called ${positionals.join(' or ')}; e2e/screens/scenes.ts lists them.`);
  process.stdout.write(`${taken.length} pictures in ${folder}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
