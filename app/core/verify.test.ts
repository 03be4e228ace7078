import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Protection } from './protection.ts';
import { sampleEvent } from './testing/sample-event.ts';
import { smallHarness, someNode } from './testing/small-harness.ts';
import { temporaryMachine } from './testing/temporary-machine.ts';
import { newMarker, runLauncher, verifyHarness } from './verify.ts';

let machine: ReturnType<typeof temporaryMachine>;
beforeEach(() => { machine = temporaryMachine(); });
afterEach(() => { machine.remove(); });

async function verify(launcher: string) {
  const protection = new Protection(machine, '/nowhere', [smallHarness('vscode', launcher)], someNode);
  const changed = await protection.apply(await protection.planInstall('vscode', { mode: 'block', classifier: null, userDataDirs: [] }));
  if (!changed.result.ok) throw new Error(changed.result.failure.sentence);
  return verifyHarness(machine, 'vscode', protection.installer('vscode').probe(machine));
}

it('makes markers by the contract, whose fingerprint is that of the reference', () => {
  const { marker, fingerprint } = newMarker();
  expect(marker).toMatch(/^silmaril-runtime-check:[A-Za-z0-9-]{16,128}$/);
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(newMarker().marker).not.toBe(marker);
});

describe('a launcher that is not what it should be', () => {
  it.each([
    ['answers, but judges nothing', '#!/bin/sh\ncat >/dev/null\necho "{}"\n', 'no-evidence'],
    ['answers two documents', '#!/bin/sh\necho "{}"\necho "{}"\n', 'bad-answer'],
    ['answers nothing', '#!/bin/sh\nexit 0\n', 'bad-answer'],
    ['ends with an error', '#!/bin/sh\necho "{}"\nexit 1\n', 'bad-answer'],
    ['has no interpreter', '#!/nowhere/sh\n', 'did-not-run'],
  ])('%s', async (_name, launcher, result) => {
    const verification = await verify(launcher);
    expect(verification.ok).toBe(false);
    expect(verification.events.find(({ event }) => event === 'PreToolUse')?.result).toBe(result);
  });
  it('says the reason that it counted', async () => {
    const launcher = `#!/bin/sh
mkdir -p "$HOME/Library/Application Support/Silmaril/Health"
echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) vscode $1 node-missing" >> "$HOME/Library/Application Support/Silmaril/Health/vscode.log"
echo "{}"
`;
    const [start, tool] = (await verify(launcher)).events;
    expect(start).toMatchObject({ ok: false, result: 'bad-answer', reasons: ['node-missing'] });
    expect(tool).toMatchObject({ ok: false, result: 'no-evidence', reasons: ['node-missing'] });
    expect(tool?.sentence).toContain('node-missing');
  });
  it('takes no evidence of another event for its own', async () => {
    const evidence = JSON.stringify(sampleEvent());
    const launcher = `#!/bin/sh\nf="$HOME/Library/Application Support/Silmaril/Evidence/incoming"\nmkdir -p -m 700 "$f"\numask 077\ncat > "$f/event-${'c'.repeat(64)}.json" <<'END'\n${evidence}\nEND\necho "{}"\n`;
    expect((await verify(launcher)).events.find(({ event }) => event === 'PreToolUse')).toMatchObject({ ok: false, result: 'no-evidence', evidence: null });
  });
});

it('starts launchers under an environment of its own', async () => {
  process.env['SILMARIL_CANARY'] = 'canary';
  const launcher = path.join(machine.home, 'env.sh');
  fs.writeFileSync(launcher, '#!/bin/sh\nenv\n', { mode: 0o755 });
  const run = await runLauncher(launcher, 'PreToolUse', '{}', machine.home, machine.home);
  Reflect.deleteProperty(process.env, 'SILMARIL_CANARY');
  expect(run.stdout).toContain(`HOME=${machine.home}`);
  expect(run.stdout).not.toContain('canary');
});
