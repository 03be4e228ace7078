// Takes a spool in, as another process: `HOME UID`. Prints a line for each batch that is stored, and what it said in the end.
import { EvidenceStore } from '../store.ts';

const [home = '', uid = '0'] = process.argv.slice(2);
const store = new EvidenceStore(home, Number(uid));
await store.setRetention({ days: 4_000_000, bytes: 1e12 });
const taken = await store.takeIn(new AbortController().signal, ({ stored }) => { process.stdout.write(`stored ${String(stored)}\n`); });
process.stdout.write(`${JSON.stringify(taken)}\n`);
await store.stop();
