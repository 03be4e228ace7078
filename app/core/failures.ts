// The fail-open counters: each time a hook or launcher answered `{}` because something was broken, it
// left a line in Health/<harness>.log. "Silently off" must be seen somewhere: it is seen here.
import path from 'node:path';
import type { HarnessId } from '../../installers/engine/plan.ts';
import { supportFolder } from '../../installers/engine/paths.ts';
import { observe } from '../../installers/engine/read.ts';

/** The hooks keep their log below this; a larger file is not theirs. */
const maxLogBytes = 65_536;

export interface FailOpen {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly event: string;
  /** Code of [a-z0-9-]. */
  readonly reason: string;
}

export interface FailureLog {
  /** Oldest first; the log keeps the newest only, so the number is a lower bound once `full`. */
  readonly entries: readonly FailOpen[];
  /** Whether older lines may have been dropped. */
  readonly full: boolean;
  /** Null, or why the log could not be read. */
  readonly unreadable: string | null;
}

const line = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z) ([a-z-]{1,32}) ([A-Za-z._-]{1,64}) ([A-Za-z0-9-]{1,80})$/;

export function failureLogPath(home: string, harness: HarnessId): string {
  return path.join(supportFolder(home), 'Health', `${harness}.log`);
}

export async function readFailures(home: string, harness: HarnessId): Promise<FailureLog> {
  const seen = await observe(failureLogPath(home, harness), maxLogBytes);
  if (seen.state === 'absent') return { entries: [], full: false, unreadable: null };
  if (seen.state !== 'file') return { entries: [], full: false, unreadable: seen.state === 'unreadable' ? seen.failure.sentence : `${failureLogPath(home, harness)} is not a file.` };
  const entries: FailOpen[] = [];
  for (const text of new TextDecoder('latin1').decode(seen.bytes).split('\n')) {
    const [, at, who, event, reason] = line.exec(text) ?? [];
    if (at !== undefined && event !== undefined && reason !== undefined && who === harness && Number.isFinite(Date.parse(at))) entries.push({ at, event, reason });
  }
  return { entries, full: seen.size >= maxLogBytes / 2, unreadable: null };
}

/** `classifier-timeout 3, config-mode 1`, the most frequent first. */
export function countByReason(entries: readonly FailOpen[]): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of entries) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
