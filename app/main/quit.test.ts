import { describe, expect, it } from 'vitest';
import type { App } from 'electron';
import { QuitCoordinator, type QuitStep } from './quit.ts';

function fakeApp() {
  let listener: ((event: { preventDefault(): void }) => void) | null = null;
  let exited = 0;
  let resolveExit: () => void = () => undefined;
  const exit = new Promise<void>((resolve) => { resolveExit = resolve; });
  const app = {
    on: (_name: string, heard: typeof listener) => { listener = heard; },
    quit: () => { listener?.({ preventDefault: () => undefined }); },
    exit: () => {
      exited += 1;
      resolveExit();
    },
  };
  return { app: app as unknown as App, exit, count: () => exited };
}

function coordinator(steps: readonly QuitStep[]) {
  const { app, exit, count } = fakeApp();
  const lines: string[] = [];
  return { quit: new QuitCoordinator(app, steps, (about, what) => lines.push(`${about}: ${what}`)), exit, count, lines };
}

describe('quitting', () => {
  it('runs each step once, in order, however often it is asked for', async () => {
    const ran: string[] = [];
    const step = (name: string): QuitStep => ({ name, run: async () => { await new Promise((resolve) => setTimeout(resolve, 5)); ran.push(name); } });
    const { quit, exit, count } = coordinator([step('a'), step('b')]);
    expect(quit.quitting).toBe(false);
    quit.quit();
    quit.quit();
    expect(quit.quitting).toBe(true);
    await exit;
    quit.quit();
    expect(ran).toEqual(['a', 'b']);
    expect(count()).toBe(1);
  });

  it('goes on past a step that fails', async () => {
    const ran: string[] = [];
    const { quit, exit, lines } = coordinator([
      { name: 'bad', run: () => { throw new Error('broken'); } },
      { name: 'worse', run: () => Promise.reject(new Error('broken, too')) },
      { name: 'good', run: () => { ran.push('good'); } },
    ]);
    quit.quit();
    await exit;
    expect(ran).toEqual(['good']);
    expect(lines).toEqual(['quit: bad: broken', 'quit: worse: broken, too']);
  });
});
