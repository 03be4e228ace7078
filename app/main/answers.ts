// Results of core as answers of the bridge: a failure travels as its code and sentence, without its path.
import type { Result } from '../../installers/engine/plan.ts';
import type { Answer } from '../contract/ipc-kinds.ts';

export const done: Answer<null> = { ok: true, value: null };

export function value<T>(of: T): Answer<T> {
  return { ok: true, value: of };
}

export function fail(code: string, sentence: string): Answer<never> {
  return { ok: false, failure: { code, sentence } };
}

export function failed(result: Extract<Result<unknown>, { ok: false }>): Answer<never> {
  return fail(result.failure.code, result.failure.sentence);
}

export async function passed<T>(result: Promise<Result<T>>): Promise<Answer<T>> {
  const got = await result;
  return got.ok ? got : failed(got);
}
