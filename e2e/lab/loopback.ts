// A place to run a harness in that can reach nothing but what the test shows it: a network namespace
// with only loopback, where the process may make one (root, with unshare, nsenter and ip), else the
// ordinary network, and `isolated` says which.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { listenOnSocket } from './listen.ts';

const relayScript = path.join(path.dirname(fileURLToPath(import.meta.url)), 'loopback-relay.mjs');

interface Relay {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
  readonly folder: string;
  /** By the port that they carry. */
  readonly servers: Map<number, net.Server>;
}

export class Loopback {
  readonly #relay: Relay | null;

  private constructor(relay: Relay | null) {
    this.#relay = relay;
  }

  static async open(): Promise<Loopback> {
    if (!canIsolate()) return new Loopback(null);
    const child = spawn('unshare', ['-n', '--', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, relayScript], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const first = await lines.next();
    if (first.value !== 'ready') throw new Error('the loopback namespace did not start');
    return new Loopback({ process: child, lines, folder: fs.mkdtempSync(path.join(os.tmpdir(), 'lab-net-')), servers: new Map() });
  }

  /** Whether what runs here can reach only what was exposed. */
  get isolated(): boolean {
    return this.#relay !== null;
  }

  /** Makes a server that listens on 127.0.0.1:port reachable inside, under the same address; again is fine. */
  async expose(port: number): Promise<void> {
    const relay = this.#relay;
    if (!relay || relay.servers.has(port)) return;
    const socket = path.join(relay.folder, String(port));
    const server = net.createServer({ allowHalfOpen: true }, (inner) => {
      const outer = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      inner.pipe(outer);
      outer.pipe(inner);
      inner.on('error', () => outer.destroy());
      outer.on('error', () => inner.destroy());
    });
    await listenOnSocket(server, socket);
    relay.servers.set(port, server);
    relay.process.stdin.write(`${port} ${socket}\n`);
    const said = await relay.lines.next();
    if (said.value !== `open ${port}`) throw new Error(`the loopback namespace could not open port ${port}`);
  }

  /** The command line that runs `argv` inside. */
  command(argv: readonly string[]): string[] {
    return this.#relay ? ['nsenter', `--net=/proc/${this.#relay.process.pid}/ns/net`, '--', ...argv] : [...argv];
  }

  async close(): Promise<void> {
    const relay = this.#relay;
    if (!relay) return;
    const ended = new Promise((done) => relay.process.once('exit', done));
    relay.process.stdin.end();
    await ended;
    for (const server of relay.servers.values()) server.close();
    fs.rmSync(relay.folder, { recursive: true, force: true });
  }
}

let isolates: boolean | null = null;

/** Tried once for real: a container may be root and still not allowed to make a namespace. */
function canIsolate(): boolean {
  isolates ??=
    process.getuid?.() === 0 &&
    spawnSync('nsenter', ['--version'], { stdio: 'ignore' }).status === 0 &&
    spawnSync('unshare', ['-n', '--', 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' }).status === 0;
  return isolates;
}
