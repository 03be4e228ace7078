import { afterEach, expect, it, vi } from 'vitest';
import { processSecrets } from '../core/redaction/process-secrets.ts';
import { log } from './log.ts';

afterEach(() => { vi.restoreAllMocks(); processSecrets.clear('test'); });

it('writes one line, without a secret that this process has met, in whatever spelling', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => { written.push(String(text)); return true; });
  const key = 'canary-0123456789-abcdef';
  processSecrets.register('test', [key]);
  log('bug', `${'x'.repeat(490)} ${key}\nsilmaril start: forged`);
  log('bug', `Authorization: Bearer ${Buffer.from(key).toString('base64')}`);
  log('bug', `at https://user:hunter2hunter2@example.com ${encodeURIComponent(key)}`);
  expect(written.every((line) => line.split('\n').length === 2)).toBe(true);
  for (const secret of [key.slice(0, 8), 'forged\n', 'hunter2']) expect(written.join('')).not.toContain(secret);
  expect(written.join('')).not.toContain(Buffer.from(key).toString('base64').slice(4, 16));
});
