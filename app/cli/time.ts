// Times as a person types and reads them.
import type { Result } from '../../installers/engine/plan.ts';

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * `15m`, `2h`, `7d` ago, or an ISO 8601 date or time. A date or time without a zone is local, as a person means it.
 * @returns milliseconds since the epoch
 */
export function parseSince(text: string, now: number): Result<number> {
  const span = /^(\d{1,6})([smhd])$/.exec(text);
  if (span) return { ok: true, value: now - Number(span[1]) * (units[span[2] ?? ''] ?? 0) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const midnight = Date.parse(`${text}T00:00:00`);
    if (Number.isFinite(midnight)) return { ok: true, value: midnight };
  }
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.test(text)) {
    const at = Date.parse(text);
    if (Number.isFinite(at)) return { ok: true, value: at };
  }
  return { ok: false, failure: { code: 'bad-time', sentence: 'A time is a span back from now (15m, 2h, 7d), a date (2026-01-31) or a time (2026-01-31T08:00Z).' } };
}

/** `12 s`, `5 min`, `3 h`, `2 days` ago; `in the future` when the clock was set back. */
export function ago(at: number, now: number): string {
  const s = Math.round((now - at) / 1000);
  if (s < -5) return 'in the future';
  if (s < 5) return 'just now';
  if (s < 90) return `${String(s)} s ago`;
  if (s < 90 * 60) return `${String(Math.round(s / 60))} min ago`;
  if (s < 36 * 3600) return `${String(Math.round(s / 3600))} h ago`;
  return `${String(Math.round(s / 86_400))} days ago`;
}

/** Local date and time to the second. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
