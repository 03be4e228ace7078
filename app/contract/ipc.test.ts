import { describe, expect, it } from 'vitest';
import { ipc, type IpcHandlers, type SilmarilBridge } from './ipc.ts';
import { answerOf, leavesOf, listenerName } from './ipc-kinds.ts';
import { defaultSettings, newOnboarding, onboardingShape, settingsShape } from './settings.ts';

const leaves = leavesOf(ipc);

describe('the IPC schema', () => {
  it('derives one channel for each leaf, and no two are the same', () => {
    const channels = leaves.map((leaf) => leaf.channel);
    expect(new Set(channels).size).toBe(channels.length);
    expect(channels).toContain('silmaril:harnesses/planInstall');
  });

  it('gives the window functions and listeners that do not collide', () => {
    for (const domain of Object.keys(ipc)) {
      const names = leaves.filter((leaf) => leaf.domain === domain).map((leaf) => (leaf.shape.kind === 'push' ? listenerName(leaf.name) : leaf.name));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('types both ends from the literal', () => {
    const ask: IpcHandlers['protection']['pause'] = ({ length }) => ({ ok: false, failure: { code: 'x', sentence: length } });
    const bridge = { pause: ask } as unknown as SilmarilBridge['protection'];
    // @ts-expect-error a payload that is not in the schema does not compile
    void bridge.pause({ length: 'for ever' });
    // @ts-expect-error a push has no function of its own name
    expect(bridge.changed).toBeUndefined();
  });

  it('takes a key in two calls and gives one back in none', () => {
    // Whatever a result or a push may hold is a property of its JSON shape; `key` is in none of them but the snapshot's key *state*.
    const outgoing = leaves.map((leaf) => ({ leaf, shape: leaf.shape.kind === 'push' ? leaf.shape.value : leaf.shape.result }));
    const properties = (shape: unknown, seen = new Set<unknown>()): string[] => {
      if (typeof shape !== 'object' || shape === null || seen.has(shape)) return [];
      seen.add(shape);
      const def = (shape as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
      if (!def) return Array.isArray(shape) ? shape.flatMap((item) => properties(item, seen)) : Object.values(shape).flatMap((item) => properties(item, seen));
      return [...(def['type'] === 'object' ? Object.keys(def['shape'] as object) : []), ...Object.values(def).flatMap((item) => properties(item, seen))];
    };
    expect(properties(ipc.system.snapshot.result)).toContain('last4');
    for (const { leaf, shape } of outgoing) for (const name of properties(shape)) if (/^(api)?key$/i.test(name)) expect([leaf.channel, name]).toEqual(['silmaril:system/snapshot', 'key']);
  });

  it('takes its own defaults', () => {
    expect(settingsShape.parse(defaultSettings)).toEqual(defaultSettings);
    expect(onboardingShape.parse(newOnboarding)).toEqual(newOnboarding);
  });

  it('refuses what is out of bounds', () => {
    expect(ipc.settings.change.payload.safeParse({ retention: { days: 0, megabytes: 500 } }).success).toBe(false);
    expect(ipc.harnesses.planRepair.payload.safeParse({ harnesses: [] }).success).toBe(false);
    expect(ipc.evidence.query.payload.safeParse({ filter: {}, after: null, limit: 10 }).success).toBe(false);
    expect(ipc.secrets.set.payload.safeParse({ key: 'k'.repeat(10_000) }).success).toBe(false);
  });

  it('answers with a value or with a failure, never both', () => {
    const shape = answerOf(ipc.updates.check.result);
    expect(shape.safeParse({ ok: true, value: { state: 'checking' } }).success).toBe(true);
    expect(shape.safeParse({ ok: false, failure: { code: 'a', sentence: 'b' } }).success).toBe(true);
    expect(shape.safeParse({ ok: true, failure: { code: 'a', sentence: 'b' } }).success).toBe(false);
  });
});
