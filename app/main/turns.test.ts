import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets one run after the other, also after one that failed', async () => {
  const turns = new Turns();
  const ran: string[] = [];
  const slow = (name: string, fails = false) => async () => {
    ran.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    ran.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const first = turns.take(slow('a', true));
  const second = turns.take(slow('b'));
  await expect(first).rejects.toThrow('a');
  expect(await second).toBe('b');
  await turns.idle();
  expect(ran).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
