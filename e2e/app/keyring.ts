// A keyring of the test's own (scripts/keyring-session.sh), for as long as it is needed.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './silmaril-app.ts';

export interface Keyring {
  /** What a program needs to reach it. */
  readonly env: Readonly<Record<string, string>>;
  /** The secrets that it holds, as `secret-tool`-like text; never printed by a test. */
  end(): Promise<void>;
}

/** Why there can be none here, as a phrase; null when there can. */
export function whyNoKeyring(): string | null {
  if (process.platform !== 'linux') return 'on macOS it would be the real login keychain';
  const missing = ['dbus-daemon', 'gnome-keyring-daemon', 'dbus-send'].filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  return missing.length === 0 ? null : `${missing.join(', ')} is not installed`;
}

export async function startKeyring(): Promise<Keyring> {
  const child = spawn(path.join(root, 'scripts/keyring-session.sh'), ['sh', '-c', 'printf "%s\\n%s\\n" "$DBUS_SESSION_BUS_ADDRESS" "$XDG_RUNTIME_DIR"; cat >/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => { resolve(); }));
  const [bus = '', runtime = ''] = await new Promise<string[]>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.split('\n').length > 2) resolve(said.split('\n'));
    });
    child.once('close', (status) => { reject(new Error(`The keyring session ended with ${String(status)}.`)); });
  });
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: bus, XDG_RUNTIME_DIR: runtime },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
