import { expect, it } from 'vitest';
import { retentionBounds as contractBounds } from '../../contract/settings.ts';
import { boundedWhole, retentionBounds } from './bounded-whole.ts';

it.each([
  ['90', 90],
  [' 1 ', 1],
  ['3650', 3650],
  ['0', null],
  ['3651', null],
  ['1.5', null],
  ['1e3', null],
  ['-4', null],
  ['', null],
  ['ninety', null],
])('reads %j as %j', (text, value) => {
  expect(boundedWhole(text, { min: 1, max: 3650 })).toBe(value);
});

it('knows the contract’s bounds', () => {
  expect(retentionBounds).toEqual(contractBounds);
});
