import { expect, it } from 'vitest';
import { ago, parseSince } from './time.ts';

const now = Date.parse('2026-08-26T12:00:00Z');

it.each([
  ['15m', now - 900_000],
  ['2h', now - 7_200_000],
  ['7d', now - 604_800_000],
  ['30s', now - 30_000],
  ['2026-08-26T08:00Z', Date.parse('2026-08-26T08:00:00Z')],
  ['2026-08-26T08:00:00.5+02:00', Date.parse('2026-08-26T06:00:00.5Z')],
  ['2026-08-26', new Date(2026, 7, 26).getTime()],
])('%s', (text, at) => {
  expect(parseSince(text, now)).toEqual({ ok: true, value: at });
});

it.each(['', 'yesterday', '15', 'm', '-5m', '1.5h', '2026-13-01', '2026-08-26 08:00', '9999999d', 'Infinity'])('refuses %j with the forms that are taken', (text) => {
  const parsed = parseSince(text, now);
  expect(parsed.ok ? '' : parsed.failure.sentence).toContain('2h');
});

it.each([
  [0, 'just now'],
  [12_000, '12 s ago'],
  [300_000, '5 min ago'],
  [3 * 3_600_000, '3 h ago'],
  [48 * 3_600_000, '2 days ago'],
  [-60_000, 'in the future'],
])('%d ms: %s', (ms, words) => {
  expect(ago(now - ms, now)).toBe(words);
});
