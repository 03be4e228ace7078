// Runs in a process of its own, so that it can be killed at a chosen point. One argument: a JSON file
// {op: 'install' | 'uninstall' | 'configure' | 'recover', home, killAt}. Prints the names of the points
// that it passed; at point number `killAt` (0-based) it kills itself without any clean-up.
import { readFileSync, writeSync } from 'node:fs';
import { applyPlan } from '../apply.ts';
import { recover } from '../recover.ts';
import { configurePlan, installPlan, uninstallPlan } from './sample.ts';

interface Order {
  readonly op: 'install' | 'uninstall' | 'configure' | 'recover';
  readonly home: string;
  readonly killAt: number;
}

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Order;
let passed = 0;
const faultAt = (point: string): void => {
  writeSync(1, `${point}\n`);
  if (passed++ === order.killAt) process.kill(process.pid, 'SIGKILL');
};

if (order.op === 'recover') {
  for (const report of await recover(order.home, { faultAt })) writeSync(2, `${JSON.stringify(report)}\n`);
} else {
  const plan = { install: installPlan, uninstall: uninstallPlan, configure: configurePlan }[order.op](order.home);
  const result = await applyPlan(plan, { home: order.home, faultAt });
  if (!result.ok) {
    writeSync(2, `${JSON.stringify(result.failure)}\n`);
    process.exitCode = 1;
  }
}
