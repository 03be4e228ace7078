import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, so that ESLint's configuration can load it
import { brokenRule } from './import-rules.mjs';

const rule = brokenRule as (from: string, specifier: string) => string | null;

describe('the import rules of the house', () => {
  it.each([
    ['hooks/core/config.ts', '../../app/core/settings.ts', 'hooks/* imports nothing from app/'],
    ['hooks/vscode/src/main.ts', '../../../installers/engine/plan.ts', 'hooks/* imports nothing from app/'],
    ['hooks/vscode/src/main.ts', '../../claude-code/src/main.ts', 'One harness hook never imports another'],
    ['hooks/core/run-hook.ts', '../vscode/src/main.ts', 'hooks/core knows no harness'],
    ['hooks/policy/judge.ts', '../core/paths.ts', 'hooks/policy imports nothing but itself'],
    ['hooks/classifier/classify.ts', '../policy/judge.ts', 'hooks/classifier imports nothing but itself'],
    ['hooks/core/config.ts', 'zod', 'No classic zod'],
    ['hooks/core/config.ts', 'undici', 'A hook bundle has no dependency'],
    ['installers/engine/apply.ts', '../../app/core/registry.ts', 'installers/* imports nothing from app/'],
    ['installers/vscode/plan.ts', '../claude-code/plan.ts', 'One harness folder never imports another'],
    ['installers/engine/apply.ts', '../vscode/plan.ts', 'One harness folder never imports another'],
    ['app/core/protection.ts', 'electron', 'app/core has no electron import'],
    ['app/core/protection.ts', '../cli/silmaril.ts', 'app/core knows none of its faces'],
    ['app/renderer/view.tsx', '../core/protection.ts', 'app/renderer imports only app/contract'],
    ['app/contract/ipc.ts', '../core/protection.ts', 'app/contract imports nothing of the project'],
    ['app/cli/install.ts', 'keytar', 'appears in exactly one file'],
    ['app/core/evidence/store.ts', '@libsql/client', 'appears in exactly one file'],
    ['app/core/registry.ts', '../../../elsewhere/x.ts', 'outside the project'],
  ])('%s may not import %s', (from, specifier, sentence) => {
    expect(rule(from, specifier)).toContain(sentence);
  });

  it.each([
    ['hooks/vscode/src/main.ts', '../../core/run-hook.ts'],
    ['hooks/core/run-hook.ts', '../policy/judge.ts'],
    ['hooks/core/run-hook.ts', 'node:fs'],
    ['hooks/policy/parse/shell.ts', 'unbash'],
    ['installers/vscode/plan.ts', '../edit/jsonc.ts'],
    ['app/core/registry.ts', '../../installers/vscode/installer.ts'],
    ['app/core/classifier.ts', '../../hooks/classifier/classify.ts'],
    ['app/cli/silmaril.ts', '../core/protection.ts'],
    ['app/core/secrets/keychain.ts', 'keytar'],
    ['app/renderer/view.tsx', '../contract/ipc.ts'],
  ])('%s may import %s', (from, specifier) => {
    expect(rule(from, specifier)).toBeNull();
  });

  it('is what the linter applies', () => {
    const root = path.dirname(import.meta.dirname);
    // The linter needs a file of that name to exist in that room; it is gone again either way.
    const file = path.join(root, 'hooks', 'classifier', `attack-${process.pid}.ts`);
    fs.writeFileSync(file, "import { overall } from '../../installers/engine/health.ts';\nexport const x = overall([]);\n");
    try {
      const run = spawnSync(process.execPath, [path.join(root, 'node_modules/eslint/bin/eslint.js'), file], { cwd: root, encoding: 'utf8' });
      expect(run.status).toBe(1);
      expect(run.stdout).toContain('silmaril/rooms');
      expect(run.stdout).toContain('hooks/* imports nothing from app/ or installers/');
    } finally {
      fs.rmSync(file, { force: true });
    }
  });
});
