// Short messages about what was just done or did not work, shown and read out once.
import { create } from 'zustand';
import type { Answer, Failure } from '../../contract/ipc-kinds.ts';

export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly sentence: string;
}

/** Notices at a time; older ones give way. */
const most = 3;
let last = 0;

export const useNotices = create<{ readonly notices: readonly Notice[] }>()(() => ({ notices: [] }));

function add(kind: Notice['kind'], sentence: string): void {
  last += 1;
  const notice = { id: last, kind, sentence };
  useNotices.setState(({ notices }) => ({ notices: [...notices.filter((other) => other.sentence !== sentence), notice].slice(-most) }));
}

export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

export const tellDone = (sentence: string): void => { add('done', sentence); };
export const tellFailure = (failure: Failure): void => { add('failed', failure.sentence); };

/** Asks main; a failure becomes a notice. @returns the value, or null when it failed */
export async function ask<T>(question: Promise<Answer<T>>): Promise<T | null> {
  const answer = await question;
  if (answer.ok) return answer.value;
  tellFailure(answer.failure);
  return null;
}
