import fs from 'node:fs';
import path from 'node:path';
import { node22, root } from './silmaril-command.ts';
import type { RunFolder } from './lab/run-folder.ts';
const opt = (args: readonly string[], n: string) => { const i = args.indexOf(n); return i < 0 ? undefined : args[i + 1]; };
export async function silmaril(_f: RunFolder, _args: readonly string[], _o: unknown = {}) { return { exitCode: 1, stdout: '', stderr: '' }; }
export async function silmarilOk(folder: RunFolder, args: readonly string[], o: { input?: string } = {}) {
  if (args[0] === 'install') {
    const d = folder.at('.claude/silmaril-firewall'); fs.mkdirSync(d + '/scripts', { recursive: true }); fs.mkdirSync(d + '/dist');
    fs.copyFileSync(path.join(root, 'hooks/claude-code/scripts/run-hook.sh'), d + '/scripts/run-hook.sh'); fs.chmodSync(d + '/scripts/run-hook.sh', 0o755);
    fs.copyFileSync(path.join(root, 'hooks/claude-code/dist/claude-code-hook.js'), d + '/dist/claude-code-hook.js');
    fs.writeFileSync(folder.at('.claude/silmaril-firewall-node-path'), node22 + '\n', { mode: 0o600 });
    const c = { schemaVersion: 1, mode: opt(args, '--mode'), classifier: opt(args, '--classifier'), ...(o.input ? { apiKey: o.input.trim(), apiUrl: opt(args, '--api-url') } : {}) };
    fs.writeFileSync(folder.at('.claude/silmaril-firewall.json'), JSON.stringify(c), { mode: 0o600 });
    const s = JSON.parse(fs.readFileSync(folder.at('.claude/settings.json'), 'utf8'));
    s.hooks = Object.fromEntries(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'ConfigChange'].map((e) => [e, [{ hooks: [{ type: 'command', command: `'${d}/scripts/run-hook.sh' ${e}`, timeout: 12 }] }]]));
    fs.writeFileSync(folder.at('.claude/settings.json'), JSON.stringify(s));
    const r = folder.at('Library/Application Support/Silmaril/Receipts'); fs.mkdirSync(r, { recursive: true, mode: 0o700 }); fs.chmodSync(folder.at('Library/Application Support/Silmaril'), 0o700);
    fs.writeFileSync(r + '/claude-code.json', JSON.stringify({ state: 'installed' }), { mode: 0o600 });
  }
  return { exitCode: 0, stdout: '', stderr: '' };
}
