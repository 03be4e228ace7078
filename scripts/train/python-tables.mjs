// Generates hooks/classifier/classifier_tables.py from the TypeScript tables, so that the two
// languages read the same ones. Run: node scripts/train/python-tables.mjs
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadFrontEnd } from './data.mjs';

export const tablesPath = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../hooks/classifier/classifier_tables.py');

/** @returns {Promise<string>} the text of classifier_tables.py */
export async function pythonTables() {
  const front = await loadFrontEnd();
  const literal = (value) => JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const list = (name, items) => `${name} = [\n${items.map((item) => `    ${literal(item)},\n`).join('')}]\n`;
  return `# Made by scripts/train/python-tables.mjs from the TypeScript tables; not edited by hand.

FOLD_TO = ${literal(front.FOLD_TO)}

FOLD_BY = ${literal(front.FOLD_BY)}

${list('FOLD_LONGER', front.FOLD_LONGER)}
${list('LOOK_ALIKES', front.LOOK_ALIKES)}
${list('CONCEPTS', front.CONCEPTS)}
${list('RULES', front.RULES.map(({ id, category, severity, anchors, needs, pattern }) => ({ id, category, severity, anchors, needs: needs ?? '', pattern })))}
TELLING = ${literal(front.TELLING)}

SHELL_READER = ${literal(front.SHELL_READER)}
${list('ORIGIN_PATTERNS', front.ORIGIN_PATTERNS)}
${list('DATA_COMMANDS', front.DATA_COMMANDS)}
${list('PREFIXES', front.PREFIXES)}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) fs.writeFileSync(tablesPath, await pythonTables());
