// Words and marks that the reader of interpreter code goes by.
import type { Language } from './tokens.ts';

export const STOP = new Set([')', ']', '}', ',', ';', '\n', ':', '=>', 'regex']);
export const STATEMENT_WORDS = new Set('if unless while until for foreach in of do then else elsif elif end return and or not my our local const let var def function sub class import from as with try except catch finally print puts echo say await async new yield lambda case when switch begin ensure rescue raise throw pass delete void typeof global nonlocal auto set tell to local'.split(' '));
/** Ruby's ways to go through a list with a block: the list itself is what the block gets. */
export const BLOCK_METHODS = new Set(['each', 'map', 'select', 'reject', 'each_with_index', 'flat_map', 'filter', 'collect', 'each_entry', 'find_each', 'sort', 'uniq', 'compact']);
/** Languages where a call may go without parentheses. */
export const BARE_CALLS = new Set<Language>(['ruby', 'perl', 'php', 'osascript', 'tcl', 'lua']);
