// One of several processes that count under the lock. Arguments: home, how often, and `hold` to keep the
// lock (it prints "held") until it is killed, or `die` to kill itself after the last count, lock in hand. The counter file is read and written with a wait in
// between, so that two holders at once lose a count.
import { existsSync, lstatSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../lock.ts';
import { tidyLocked } from '../recover.ts';

const [home = '', times = '1', hold] = process.argv.slice(2);
const { uid, gid } = lstatSync(home);
const counter = path.join(home, 'counter');
for (let round = 0; round < Number(times); round++) {
  const lock = await takeLock(home, { uid, gid }, 'count', 60_000);
  if (!lock.ok) throw new Error(lock.failure.sentence);
  if (hold === 'hold') {
    writeSync(1, 'held\n');
    await sleep(600_000);
  }
  const before = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0;
  await sleep(1);
  writeFileSync(counter, String(before + 1));
  if (hold === 'die' && round === Number(times) - 1) process.kill(process.pid, 'SIGKILL');
  // Every other time the whole folder goes with the lock, as after an uninstall.
  if (round % 2 === 0) await lock.value.release();
  else await tidyLocked(home, lock.value);
}
