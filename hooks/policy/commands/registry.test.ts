import { describe, expect, it } from 'vitest';
import { handlerFor, hasHandler, TABLES } from './registry.ts';

describe('the registry of programs', () => {
  it('names exactly what its tables know, each name once', () => {
    for (const [table, names] of TABLES) expect(Object.keys(table()).sort()).toEqual(names.split(' ').sort());
    const all = TABLES.flatMap(([, names]) => names.split(' '));
    expect(all.length).toBe(new Set(all).size);
  });

  it('knows families of names', () => {
    expect(handlerFor('python3.12')).toBe(handlerFor('python'));
    expect(handlerFor('mkfs.ext4')).toBe(handlerFor('mkfs'));
    expect(hasHandler('no-such-program')).toBe(false);
    expect(handlerFor('constructor')).toBeUndefined();
    expect(handlerFor('__proto__')).toBeUndefined();
  });
});
