import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyInForce } from '../../../hooks/core/policy-files.ts';
import { temporaryMachine } from '../testing/temporary-machine.ts';
import { packId } from '../../contract/protection-views.ts';
import { isPackId, rulePacks, setRulePack } from './rule-packs.ts';

let machine: ReturnType<typeof temporaryMachine>;
beforeEach(() => void (machine = temporaryMachine()));
afterEach(() => { machine.remove(); });
const file = (): string => path.join(machine.home, 'Library/Application Support/Silmaril/policy.json');

test('the window knows every pack, by the engine’s own names', async () => {
  const { packs } = await rulePacks(machine);
  expect(packs.map(({ id }) => id)).toEqual(packId.options);
  expect(packs.every(({ rules }) => rules > 0)).toBe(true);
  expect([isPackId('base'), isPackId('toString')]).toEqual([true, false]);
});

test('a switch is what the hooks read afterwards, and comments stay', async () => {
  expect(await setRulePack(machine, 'database', true)).toMatchObject({ ok: true });
  fs.writeFileSync(file(), `// mine\n${fs.readFileSync(file(), 'utf8')}`);
  expect(await setRulePack(machine, 'secret-read', false)).toMatchObject({ ok: true });
  expect(fs.readFileSync(file(), 'utf8')).toMatch(/^\/\/ mine\n/);
  expect(policyInForce(machine.home, null, null).policy.packs).toMatchObject({ base: true, database: true, 'secret-read': false });
  expect((await rulePacks(machine)).packs.filter(({ enabled }) => !enabled).map(({ id }) => id)).toEqual(['secret-read', 'infra']);
});

test('a file that the hooks refuse is said to be one, and is not changed', async () => {
  await setRulePack(machine, 'infra', true);
  fs.chmodSync(file(), 0o644);
  const { problem, packs } = await rulePacks(machine);
  expect(problem).toContain('chmod 600');
  expect(packs.find(({ id }) => id === 'infra')?.enabled).toBe(false);
  const before = fs.readFileSync(file(), 'utf8');
  expect(await setRulePack(machine, 'infra', false)).toMatchObject({ ok: false });
  expect(fs.readFileSync(file(), 'utf8')).toBe(before);
});
