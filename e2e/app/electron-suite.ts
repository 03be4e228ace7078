// A suite that needs the real Electron: skipped by name where this computer cannot run one, so that
// `npm test` works with Node.js and npm alone, and run in any case under SILMARIL_REQUIRE_LAB=1.
import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { hasDisplay } from '../../scripts/virtual-display.mjs';

/** Libraries that Electron loads at start on Linux, one for each Debian package that .ci/run names. */
const libraries = ['libgtk-3.so.0', 'libnss3.so', 'libgbm.so.1', 'libasound.so.2'];

/** What is missing here, as a phrase; null when Electron should run. */
export function whyNoElectron(platform: NodeJS.Platform = process.platform): string | null {
  if (platform !== 'linux') return null;
  const known = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout;
  const missing = libraries.filter((library) => !known?.includes(`\t${library} `));
  if (missing.length > 0) return `Electron needs ${missing.join(', ')}`;
  if (!hasDisplay() && spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error) return 'there is neither a display nor Xvfb';
  return null;
}

export function describeOnElectron(title: string, body: () => void): void {
  const reason = process.env['SILMARIL_REQUIRE_LAB'] === '1' ? null : whyNoElectron();
  if (reason === null) describe(title, body);
  else describe.skip(`${title} (skipped: ${reason})`, body);
}
