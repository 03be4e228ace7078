import { expect, it } from 'vitest';
import { withoutState } from './without-state.ts';

it.each([
  ['Off: Silmaril is in no harness', 'Off', 'Silmaril is in no harness'],
  ['Shadow: watching, nothing is interfered with', 'Shadow', 'Watching, nothing is interfered with'],
  ['Blocking malicious content', 'Blocking', 'Blocking malicious content'],
  ['', 'Off', ''],
])('says %j under %j as %j', (sentence, state, said) => {
  expect(withoutState(sentence, state)).toBe(said);
});
