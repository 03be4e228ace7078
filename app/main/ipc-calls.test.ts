import { describe, expect, it } from 'vitest';
import type { WebContents } from 'electron';
import type { IpcHandlers } from '../contract/ipc.ts';
import { answerCall, pushersTo, senderFault } from './ipc-calls.ts';
import { origin } from './scheme.ts';

const ours = {} as WebContents;
const isOurs = (contents: WebContents) => contents === ours;
type Event = Parameters<typeof senderFault>[0];
const from = (frame: object | null, sender = ours) => senderFault({ sender, senderFrame: frame } as Event, isOurs);

function listening() {
  const lines: string[] = [];
  return { lines, log: (about: string, what: string) => { lines.push(`${about} ${what}`); } };
}

const handlers = (domain: string, name: string, handler: (payload: never) => unknown) => ({ [domain]: { [name]: handler } }) as unknown as IpcHandlers;

describe('who may call', () => {
  it('takes the top frame of our window under our origin', () => {
    expect(from({ parent: null, origin })).toBeNull();
  });

  it.each([
    ['a frame that is gone', null],
    ['a sub-frame', { parent: {}, origin }],
    ['another scheme', { parent: null, origin: 'https://app' }],
    ['a host that begins like ours', { parent: null, origin: `${origin}.evil` }],
    ['about:blank', { parent: null, origin: 'null' }],
    ['an empty origin', { parent: null, origin: '' }],
    ['a file', { parent: null, origin: 'file://' }],
  ])('refuses %s', (_what, frame) => {
    expect(from(frame)).not.toBeNull();
  });

  it('refuses another web contents, whatever it shows', () => {
    expect(from({ parent: null, origin }, {} as WebContents)).toBe('not a window of ours');
  });
});

describe('a call', () => {
  it('is answered with what the result names, and nothing more', async () => {
    const { log, lines } = listening();
    const leaky = handlers('secrets', 'look', () => ({ ok: true, value: { state: 'set', last4: 'wxyz', key: 'the whole key' } }));
    expect(await answerCall(leaky, 'silmaril:secrets/look', null, log)).toEqual({ ok: true, value: { state: 'set', last4: 'wxyz' } });
    expect(lines).toEqual([]);
  });

  it.each(['silmaril:secrets/steal', 'silmaril:harnesses/changed', 'constructor', '__proto__', 7, null])('on an unknown channel (%s) is refused and logged', async (name) => {
    const { log, lines } = listening();
    expect(await answerCall(handlers('secrets', 'look', () => null), name, null, log)).toMatchObject({ ok: false, failure: { code: 'unknown-channel' } });
    expect(lines).toHaveLength(1);
  });

  it('with a payload that is not in the schema never reaches the handler', async () => {
    const { log, lines } = listening();
    let called = false;
    const answer = await answerCall(handlers('protection', 'pause', () => { called = true; }), 'silmaril:protection/pause', { length: 'canary for ever' }, log);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bad-payload' } });
    expect(called).toBe(false);
    // The log names the place, not the value.
    expect(lines.join()).toContain('length');
    expect(lines.join()).not.toContain('canary');
  });

  it('whose handler throws or answers nonsense gets a failure without the inside', async () => {
    for (const handler of [() => { throw new Error('/home/somebody/secret'); }, () => Promise.reject(new Error('x')), () => 'nonsense', () => undefined]) {
      const { log, lines } = listening();
      const answer = await answerCall(handlers('secrets', 'look', handler), 'silmaril:secrets/look', null, log);
      expect(answer).toMatchObject({ ok: false, failure: { code: 'internal' } });
      expect(JSON.stringify(answer)).not.toContain('somebody');
      expect(lines).toHaveLength(1);
    }
  });
});

describe('a push', () => {
  it('goes to the window that is there, cut to its shape', () => {
    const { log, lines } = listening();
    const sent: unknown[] = [];
    const pushers = pushersTo(() => ({ send: (...all: unknown[]) => { sent.push(all); } }), log);
    pushers.secrets.changed({ state: 'set', last4: null, key: 'whole' } as never);
    expect(sent).toEqual([['silmaril:secrets/changed', { state: 'set', last4: null }]]);
    pushers.secrets.changed({ state: 'lost' } as never);
    expect(sent).toHaveLength(1);
    expect(lines).toHaveLength(1);
    pushersTo(() => null, log).secrets.changed({ state: 'none' });
  });
});
