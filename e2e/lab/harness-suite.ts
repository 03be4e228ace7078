// A suite that needs a real harness: skipped by name when it is not installed, so that `npm test`
// works on any computer, and failed under SILMARIL_REQUIRE_LAB=1, so that CI cannot lose it silently.
import { describe, test } from 'vitest';
import { findHarness } from './install.mjs';
import type { ClaudePaths, CodeServerPaths, Found, HermesPaths, OpenCodePaths } from './install.mjs';

export function describeWithClaude(title: string, body: (paths: ClaudePaths) => void): void {
  describeWith(title, findHarness('claude'), body);
}

export function describeWithOpenCode(title: string, body: (paths: OpenCodePaths) => void): void {
  describeWith(title, findHarness('opencode'), body);
}

export function describeWithHermes(title: string, body: (paths: HermesPaths) => void): void {
  describeWith(title, findHarness('hermes'), body);
}

export function describeWithVsCode(title: string, body: (paths: CodeServerPaths) => void): void {
  describeWith(title, findHarness('code-server'), body);
}

function describeWith<Paths>(title: string, found: Found<Paths>, body: (paths: Paths) => void): void {
  if (found.ok) return void describe(title, () => body(found.paths));
  if (process.env['SILMARIL_REQUIRE_LAB'] === '1')
    return void describe(title, () => {
      test('the harness is installed', () => {
        throw new Error(`${found.reason} (SILMARIL_REQUIRE_LAB=1 makes this a failure)`);
      });
    });
  // The body still runs, so that each test is counted as skipped; it gets paths that nothing opens.
  describe.skip(`${title} (skipped: ${found.reason})`, () => body({} as Paths));
}
