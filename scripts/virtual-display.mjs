// A screen for machines without one: Xvfb, Debian's virtual X server, for as long as it is needed.
import { spawn } from 'node:child_process';

/** Time for Xvfb to say its display's number, milliseconds. */
const patience = 20_000;

/** Whether a window has somewhere to go. */
export function hasDisplay(env = process.env) {
  return process.platform === 'darwin' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/**
 * Starts a virtual screen of 1440 x 900. It is reachable for this user's programs on this computer only.
 * @param {{ forOne?: boolean }} [options] `forOne`: it ends with the first program that used it
 * @returns {Promise<{ display: string, stop: () => void }>} rejects when there is no Xvfb
 */
export function startVirtualDisplay({ forOne = false } = {}) {
  return new Promise((resolve, reject) => {
    // Xvfb picks a free number itself and writes it to descriptor 3: no two runs can meet.
    // Detached: Ctrl-C goes to all programs of a terminal, and one whose screen vanishes cannot end in order.
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', ...(forOne ? ['-terminate'] : [])], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
    const timer = setTimeout(() => fail('Xvfb did not start in time.'), patience);
    const fail = (sentence) => {
      clearTimeout(timer);
      server.kill();
      reject(new Error(sentence));
    };
    let said = '';
    server.stdio[3].on('data', (bytes) => {
      said += bytes;
      if (!said.endsWith('\n')) return;
      clearTimeout(timer);
      server.unref();
      server.stdio[3].unref();
      resolve({ display: `:${said.trim()}`, stop: () => server.kill() });
    });
    server.on('error', (error) => fail(error.code === 'ENOENT' ? 'There is no display and no Xvfb (Debian: xvfb).' : error.message));
    server.on('exit', () => fail('Xvfb ended at once.'));
  });
}
