// The one way out. Whoever wants to quit (menu, window, signal, update, logout) ends here: the
// finishing steps run once, in order, each with a deadline, and then the app exits. A window that is
// only closed never quits anything.
import type { App } from 'electron';
import type { Log } from './log.ts';

export interface QuitStep {
  readonly name: string;
  readonly run: () => Promise<void> | void;
}

/** Longest time that one step may take, milliseconds; a change of files is settled at the next start anyway. */
const stepTime = 5_000;

export class QuitCoordinator {
  private state: 'running' | 'finishing' | 'finished' = 'running';

  constructor(
    private readonly app: Pick<App, 'on' | 'quit' | 'exit'>,
    private readonly steps: readonly QuitStep[],
    private readonly log: Log,
  ) {
    app.on('before-quit', (event) => {
      if (this.state === 'finished') return;
      event.preventDefault();
      this.finish();
    });
  }

  /** Whether windows may close for good. */
  get quitting(): boolean {
    return this.state !== 'running';
  }

  quit(): void {
    this.app.quit();
  }

  private finish(): void {
    if (this.state !== 'running') return;
    this.state = 'finishing';
    void (async () => {
      for (const { name, run } of this.steps) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<'late'>((resolve) => { timer = setTimeout(() => { resolve('late'); }, stepTime); });
        try {
          if ((await Promise.race([Promise.resolve(run()), late])) === 'late') this.log('quit', `${name} took too long`);
        } catch (error) {
          this.log('quit', `${name}: ${error instanceof Error ? error.message : 'failed'}`);
        } finally {
          clearTimeout(timer);
        }
      }
      this.state = 'finished';
      this.app.exit(0);
    })();
  }
}
