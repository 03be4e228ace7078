// Any plan, stopped anywhere: the places are then as before or as after, and the plan back gives the
// first state again. Places are a model (a map); the steps are the difference of two models.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlan } from './apply.ts';
import type { Plan, PlanPurpose, ReceiptDraft, Step } from './plan.ts';
import { sha256 } from './read.ts';
import { recover } from './recover.ts';
import { content, ownerOf } from './testing/sample.ts';
import { treeOf } from './testing/tree.ts';

type Place = { readonly kind: 'folder'; readonly mode: number } | { readonly kind: 'file'; readonly mode: number; readonly text: string; readonly users: boolean };
/** By path relative to the home; folders come before what is in them, since names sort so. */
type Model = ReadonlyMap<string, Place>;

const folders = ['a', 'a/b', 'c'] as const;
const files = ['f', 'a/f', 'a/b/g', 'c/h'] as const;
const usersFiles = ['u', 'v.json'] as const;

const model: fc.Arbitrary<Model> = fc
  .record({
    folders: fc.tuple(...folders.map(() => fc.option(fc.constantFrom(0o700, 0o755)))),
    files: fc.tuple(...files.map(() => fc.option(fc.tuple(fc.constantFrom('', 'one', 'two\n'), fc.constantFrom(0o600, 0o644, 0o755))))),
    users: fc.tuple(...usersFiles.map(() => fc.option(fc.constantFrom('{}', '{ "x": 1 }')))),
  })
  .map((drawn) => {
    const places = new Map<string, Place>();
    for (const [index, name] of folders.entries()) {
      const mode = drawn.folders[index];
      if (mode != null && hasParent(places, name)) places.set(name, { kind: 'folder', mode });
    }
    for (const [index, name] of files.entries()) {
      const file = drawn.files[index];
      if (file && hasParent(places, name)) places.set(name, { kind: 'file', text: file[0], mode: file[1], users: false });
    }
    for (const [index, name] of usersFiles.entries()) {
      const text = drawn.users[index];
      if (text != null) places.set(name, { kind: 'file', text, mode: 0o640, users: true });
    }
    return places;
  });

function hasParent(places: Model, name: string): boolean {
  return !name.includes('/') || places.has(path.dirname(name));
}

function layOut(home: string, places: Model): void {
  for (const [name, place] of places) {
    const at = path.join(home, name);
    if (place.kind === 'folder') mkdirSync(at);
    else writeFileSync(at, place.text);
    chmodSync(at, place.mode);
  }
}

function stepsBetween(home: string, from: Model, to: Model): readonly Step[] {
  const steps: Step[] = [];
  const hash = (text: string) => sha256(Buffer.from(text));
  for (const [name, wanted] of to) {
    const at = path.join(home, name);
    const now = from.get(name);
    if (wanted.kind === 'folder') {
      if (!now) steps.push({ kind: 'mkdir', path: at, mode: wanted.mode, why: '' });
      else if (now.mode !== wanted.mode) steps.push({ kind: 'chmod', path: at, from: now.mode, to: wanted.mode, why: '' });
    } else if (wanted.users) {
      const before = now?.kind === 'file' ? hash(now.text) : null;
      if (now?.kind !== 'file' || now.text !== wanted.text) steps.push({ kind: 'edit', path: at, target: at, before, content: content(wanted.text), modeIfNew: wanted.mode, hunks: [], why: '' });
    } else if (now?.kind !== 'file') steps.push({ kind: 'create', path: at, mode: wanted.mode, content: content(wanted.text), why: '' });
    else if (now.text !== wanted.text) steps.push({ kind: 'replace', path: at, mode: wanted.mode, before: hash(now.text), content: content(wanted.text), why: '' });
    else if (now.mode !== wanted.mode) steps.push({ kind: 'chmod', path: at, from: now.mode, to: wanted.mode, why: '' });
  }
  for (const [name, now] of [...from].reverse()) {
    const at = path.join(home, name);
    if (to.has(name)) continue;
    if (now.kind === 'folder') steps.push({ kind: 'rmdir', path: at, why: '' });
    else steps.push({ kind: 'remove', path: at, before: hash(now.text), secret: false, why: '' });
  }
  return steps.sort((a, b) => Number(a.kind === 'rmdir') - Number(b.kind === 'rmdir'));
}

const receipt: ReceiptDraft = { version: '1', facts: {}, owned: [], edited: [], node: null };

describe('any plan', () => {
  it('stopped at any point is done or not done, and has a way back', { timeout: 120_000 }, async () => {
    let stops = 0;
    await fc.assert(
      fc.asyncProperty(model, model, fc.nat(80), fc.constantFrom<PlanPurpose>('install', 'uninstall', 'configure'), fc.boolean(), async (from, to, stopAt, purpose, cancel) => {
        const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-plans-')));
        const twin = realpathSync(mkdtempSync(path.join(tmpdir(), 'silmaril-plans-')));
        try {
          layOut(home, from);
          layOut(twin, to);
          const [before, after] = [treeOf(home), treeOf(twin)];
          const plan: Plan = { harness: 'hermes', purpose, owner: ownerOf(home), steps: stepsBetween(home, from, to), receipt: purpose === 'uninstall' ? null : receipt, notes: [] };
          const abort = new AbortController();
          let passed = 0;
          const faultAt = (): void => {
            if (passed++ !== stopAt) return;
            stops++;
            if (!cancel) throw new RangeError('stopped');
            abort.abort();
          };
          const run = await applyPlan(plan, { home, faultAt, signal: abort.signal }).catch((error: unknown) => {
            if (error instanceof RangeError) return null;
            throw error;
          });
          if (run === null) expect((await recover(home)).filter(({ outcome, left }) => outcome === 'failed' || left.length > 0)).toEqual([]);
          else if (!run.ok) expect(run.failure.code).toBe('cancelled');
          // With a receipt the support folder stays: its own state is looked at elsewhere.
          const now = treeOf(home, ['Library']);
          const done = JSON.stringify(now) === JSON.stringify(after);
          expect(now).toEqual(done ? after : before);
          if (run) expect(run.ok ? after : before).toEqual(now);
          const back = await applyPlan({ ...plan, purpose: 'uninstall', steps: done ? stepsBetween(home, to, from) : [], receipt: null }, { home });
          expect(back).toMatchObject({ ok: true });
          expect(treeOf(home)).toEqual(before);
        } finally {
          for (const folder of [home, twin]) rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: 150 },
    );
    expect(stops).toBeGreaterThan(20);
  });
});
