import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsoncResult } from '../edit/jsonc-syntax.ts';
import { parseJsonc } from '../edit/jsonc-syntax.ts';
import { NO_UNDO } from '../edit/jsonc-undo.ts';
import { jsoncText } from '../edit/testing/random-jsonc.ts';
import { productVersion, readsOldKey, readsRootHooks, tooOld } from './product-version.ts';
import { entryFrom, entryText, isOurLocation, neededKeys, ourLocations, register, unregister } from './registration.ts';

const PLUGIN = '/Users/dev/.vscode/silmaril-firewall';
function must<T>(result: JsoncResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.sentence}`);
  return result.value;
}

it('knows our folder in every form, and nobody else', () => {
  for (const ours of [PLUGIN, `${PLUGIN}/`, `${PLUGIN}//`, ' ~/.vscode/silmaril-firewall ', '~/.vscode//silmaril-firewall', '${userHome}/.vscode/silmaril-firewall', '/.vscode/silmaril-firewall', '/home/an old one/.vscode/silmaril-firewall'])
    expect([ours, isOurLocation(ours)]).toEqual([ours, true]);
  for (const theirs of ['', PLUGIN.slice(0, -1), `${PLUGIN}-2`, `${PLUGIN}/sub`, 'silmaril-firewall', './.vscode/silmaril-firewall', '/x/vscode/silmaril-firewall', '/x/.vscode/silmaril-firewall.json', '/x/.vscode-insiders/silmaril-firewall'])
    expect([theirs, isOurLocation(theirs)]).toEqual([theirs, false]);
});

it('reads versions, and what begins with them', () => {
  const of = (text: string): string => {
    const version = productVersion(text);
    if (!version) return 'none';
    return tooOld(version) ? 'too old' : readsOldKey(version) ? 'old key' : readsRootHooks(version) ? 'root hooks' : 'current';
  };
  expect(['1.109.5', '1.110.0', '1.111.0', '1.132.9', '1.133.0', '1.140.0-insider', '2.0.1'].map(of)).toEqual(['too old', 'old key', 'root hooks', 'root hooks', 'current', 'current', 'current']);
  expect(['', 'latest', '1', 'v1.2', '1.2.3\n4.5', '1.x'].map(of)).toEqual(['none', 'none', 'none', 'none', 'none', 'none']);
  expect(neededKeys(null)).toEqual(['chat.pluginLocations']);
});

it('goes in once per key and out without a trace, in random settings and across an upgrade of VS Code', () => {
  const versions = fc.constantFrom('1.110.1', '1.139.0', null).map((text) => (text === null ? null : productVersion(text)));
  fc.assert(
    fc.property(jsoncText, versions, versions, (before, first, second) => {
      let text = before;
      let undo = NO_UNDO;
      for (const version of [first, second]) {
        const registered = register(text, must(parseJsonc(text)), { plugin: PLUGIN, version, purpose: 'install', old: undo });
        if (!registered.ok) {
          expect(registered.failure.code).toBe('wrong-type');
          return;
        }
        const record = entryFrom(entryText({ surface: 'code/default', undo: registered.value.undo }));
        undo = { root: undo.root ?? record.undo.root, made: [...undo.made, ...record.undo.made], blank: [...undo.blank, ...record.undo.blank] };
        text = registered.value.text;
        const found = ourLocations(must(parseJsonc(text)));
        for (const key of neededKeys(version)) expect(found.filter((entry) => entry.key === key)).toEqual([{ key, location: PLUGIN, value: true }]);
      }
      expect(must(unregister(text, undo)).text).toBe(before);
    }),
    { numRuns: 300 },
  );
});

it('takes a damaged note of a receipt for none', () => {
  for (const text of [undefined, '', 'x', 'null', '[]', '{"undo": 5}']) expect(entryFrom(text)).toEqual({ surface: '', undo: NO_UNDO });
});
