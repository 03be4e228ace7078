// The import rules of the house (which room may know which), as ESLint rules. Each message names
// the rule that was broken and why it exists. `scripts/import-rules.test.ts` attacks each of them.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Modules that may be imported in exactly one file, and that file. */
const singleHome = {
  keytar: 'app/core/secrets/keychain.ts',
  '@libsql/client': 'app/core/evidence/database.ts',
};

const inside = (file, folder) => file === folder || file.startsWith(`${folder}/`);

/**
 * @param {string} from file that imports, relative to the root, with forward slashes
 * @param {string} specifier what stands in the import
 * @returns {string | null} the rule that is broken, or null
 */
export function brokenRule(from, specifier) {
  const test = /\.test\.tsx?$/.test(from) || inside(from, 'e2e') || inside(from, 'bench');
  const home = Object.entries(singleHome).find(([name]) => inside(specifier, name))?.[1];
  if (home && from !== home && !test) return `"${specifier}" appears in exactly one file, ${home}: use its interface.`;
  if (specifier === 'electron' && inside(from, 'app/core')) return 'app/core has no electron import: the command uses it too.';
  if (specifier === 'zod' && inside(from, 'hooks')) return 'No classic zod in a hook (23 ms to load): use zod/mini or a narrow reader.';
  if (!specifier.startsWith('.')) {
    if (inside(from, 'hooks') && !test && !specifier.startsWith('node:') && specifier !== 'unbash' && specifier !== 'zod/mini')
      return `A hook bundle has no dependency but what is named in scripts/import-rules.mjs; "${specifier}" is not.`;
    return null;
  }
  const to = path.relative(root, path.resolve(root, path.dirname(from), specifier)).split(path.sep).join('/');
  const room = (file) => file.split('/').slice(0, 2).join('/');
  if (to.startsWith('..')) return 'Nothing is imported from outside the project.';
  if (test) return null;
  if (inside(from, 'hooks') && (inside(to, 'app') || inside(to, 'installers'))) return 'hooks/* imports nothing from app/ or installers/: a hook runs without them.';
  for (const pure of ['hooks/policy', 'hooks/classifier'])
    if (inside(from, pure) && !inside(to, pure)) return `${pure} imports nothing but itself: it is pure, hooks/core does all I/O.`;
  if (inside(from, 'hooks') && !['hooks/core', 'hooks/policy', 'hooks/classifier'].includes(room(from)) && inside(to, 'hooks') && room(to) !== room(from) && !['hooks/core', 'hooks/policy', 'hooks/classifier'].includes(room(to)))
    return 'One harness hook never imports another: what they share lives in hooks/core.';
  if (inside(from, 'hooks/core') && inside(to, 'hooks') && !['hooks/core', 'hooks/policy', 'hooks/classifier'].includes(room(to))) return 'hooks/core knows no harness.';
  if (inside(from, 'installers') && inside(to, 'app')) return 'installers/* imports nothing from app/.';
  const shared = ['installers/engine', 'installers/edit', 'installers/node-runtime'];
  if (inside(from, 'installers') && inside(to, 'installers') && room(to) !== room(from) && !shared.includes(room(to))) return 'One harness folder never imports another: what they share lives in installers/engine, edit or node-runtime.';
  if (inside(from, 'app/renderer') && !inside(to, 'app/renderer') && !inside(to, 'app/contract')) return 'app/renderer imports only app/contract.';
  if (inside(from, 'app/core') && ['app/main', 'app/preload', 'app/renderer', 'app/cli'].some((face) => inside(to, face))) return 'app/core knows none of its faces.';
  if (inside(from, 'app/contract') && !inside(to, 'app/contract')) return 'app/contract imports nothing of the project: every process loads it.';
  return null;
}

/** Electron's two ends may each be named in one file only, or channel strings spread. */
const ipcHome = { ipcMain: 'app/main/ipc.ts', ipcRenderer: 'app/preload/preload.ts' };

function check(context, node, specifier, names) {
  const from = path.relative(root, context.filename).split(path.sep).join('/');
  const message = brokenRule(from, specifier);
  if (message) context.report({ node, message });
  if (specifier !== 'electron') return;
  for (const name of names) if (ipcHome[name] && ipcHome[name] !== from) context.report({ node, message: `${name} appears in exactly one file, ${ipcHome[name]}.` });
}

const names = (node) => (node.specifiers ?? []).map((s) => s.imported?.name ?? s.local?.name);

export const importRules = {
  rules: {
    rooms: {
      meta: { type: 'problem', schema: [] },
      create: (context) => ({
        ImportDeclaration: (node) => check(context, node, node.source.value, names(node)),
        ExportNamedDeclaration: (node) => node.source && check(context, node, node.source.value, names(node)),
        ImportExpression: (node) => typeof node.source.value === 'string' && check(context, node, node.source.value, []),
        CallExpression: (node) => node.callee.name === 'require' && typeof node.arguments[0]?.value === 'string' && check(context, node, node.arguments[0].value, []),
      }),
    },
    'no-default-export': {
      meta: { type: 'problem', schema: [] },
      create: (context) => ({ ExportDefaultDeclaration: (node) => context.report({ node, message: 'No default exports: a name is easier to find.' }) }),
    },
  },
};
