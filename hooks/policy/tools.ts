// Which tool call is what: the harnesses' names for shells, file writers and readers, to one form.
import { MAX_PATH_CHARS, MAX_TOOL_PATHS } from './limits.ts';

export type ToolAction =
  | { readonly kind: 'shell'; readonly text: string; readonly argv: null; readonly folder: string | null; readonly dialect: 'posix' | 'powershell' }
  | { readonly kind: 'shell'; readonly text: null; readonly argv: readonly string[]; readonly folder: string | null; readonly dialect: 'posix' | 'powershell' }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'files'; readonly writes: readonly string[]; readonly deletes: readonly string[]; readonly reads: readonly string[]; readonly content: string; readonly overflow: boolean }
  | { readonly kind: 'none' };

const SHELLS = new Set(['bash', 'powershell', 'run_shell_command', 'shell', 'local_shell', 'exec_command', 'run_in_terminal', 'runinterminal', 'runterminalcommand', 'run_terminal_cmd', 'run_command', 'execute_command', 'send_to_terminal', 'create_and_run_task', 'terminal', 'process', 'monitor', 'cmd', 'container.exec', 'unified_exec']);
const CODE = new Set(['execute_code', 'executecode', 'python', 'run_python', 'code_execution', 'run_code']);
const WRITES = new Set(['write', 'edit', 'multiedit', 'notebookedit', 'write_file', 'writefile', 'edit_file', 'editfile', 'create_file', 'createfile', 'create', 'create_directory', 'replace', 'replace_string_in_file', 'multi_replace_string_in_file', 'insert_edit_into_file', 'edit_notebook_file', 'create_new_jupyter_notebook', 'str_replace_editor', 'str_replace_based_edit_tool', 'multi_edit', 'append_to_file', 'insert_content', 'apply_diff', 'search_replace', 'write_to_file', 'patch', 'apply_patch', 'file_write', 'file_edit', 'move_file', 'rename_file', 'copy_file']);
const DELETES = new Set(['delete_file', 'deletefile', 'remove_file', 'delete', 'file_delete', 'delete_directory', 'remove_directory']);
const READS = new Set(['read', 'read_file', 'readfile', 'view', 'grep', 'grep_search', 'notebookread', 'read_many_files', 'file_read', 'search_file_content', 'open_file', 'cat', 'read_text_file', 'read_multiple_files', 'read_media_file', 'search_files']);

const PATH_KEYS = new Set(['file_path', 'filePath', 'path', 'notebook_path', 'notebookPath', 'absolute_path', 'absolutePath', 'dirPath', 'dir_path', 'directory_path', 'target_file', 'targetFile', 'uri', 'fileName', 'filename', 'file', 'source', 'destination', 'old_path', 'new_path', 'oldPath', 'newPath', 'include', 'glob', 'includePattern']);
const LIST_KEYS = new Set(['paths', 'files', 'replacements', 'edits', 'file_paths', 'filePaths', 'changes', 'operations']);
const CONTENT_KEYS = new Set(['content', 'new_string', 'newString', 'new_str', 'file_text', 'code', 'new_source', 'newCode', 'text', 'patch', 'input', 'patchText', 'edits', 'replacements', 'diff']);

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function decodePath(path: string): string {
  if (!path.startsWith('file://')) return path;
  try {
    return decodeURIComponent(path.slice('file://'.length).replace(/^localhost/, ''));
  } catch {
    return path.slice('file://'.length);
  }
}

/** Paths that an `apply_patch` envelope or a unified diff touches. */
export function patchPaths(patch: string): { readonly writes: readonly string[]; readonly deletes: readonly string[] } {
  const writes: string[] = [];
  const deletes: string[] = [];
  for (const match of patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$|^\+\+\+ (?:b\/)?([^\t\n]+)/gm)) {
    const path = (match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (path === '' || path === '/dev/null') continue;
    if (match[1] === 'Delete') deletes.push(path);
    else writes.push(path);
    if (writes.length + deletes.length > MAX_TOOL_PATHS) break;
  }
  for (const match of patch.matchAll(/^--- (?:a\/)?([^\t\n]+)\n\+\+\+ \/dev\/null/gm)) if (match[1] !== undefined) deletes.push(match[1]);
  return { writes, deletes };
}

function collectPaths(value: unknown, out: string[], depth: number): void {
  if (depth > 3 || out.length > MAX_TOOL_PATHS) return;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'string') out.push(item);
      else collectPaths(item, out, depth + 1);
    }
    return;
  }
  const fields = fieldsOf(value);
  if (fields === null) return;
  for (const [key, each] of Object.entries(fields)) {
    if (PATH_KEYS.has(key) && typeof each === 'string' && each !== '') out.push(each);
    else if (PATH_KEYS.has(key) && fieldsOf(each) !== null) collectPaths(each, out, depth + 1);
    else if (LIST_KEYS.has(key) && Array.isArray(each)) collectPaths(each, out, depth + 1);
  }
}

function collectContent(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > 3) return '';
  if (Array.isArray(value)) return value.map((item) => collectContent(item, depth + 1)).join('\n');
  const fields = fieldsOf(value);
  return fields === null ? '' : Object.entries(fields).map(([key, each]) => (CONTENT_KEYS.has(key) ? collectContent(each, depth + 1) : '')).join('\n');
}

/** The tool part of an MCP tool's name: `mcp__filesystem__write_file` -> `write_file`. */
export function localName(toolName: string): string {
  const match = /^mcp__(?:.+?)__(.+)$/.exec(toolName) ?? /^mcp_[a-zA-Z0-9-]+_(.+)$/.exec(toolName);
  return (match?.[1] ?? toolName).toLowerCase();
}

export function isMcp(toolName: string): boolean {
  return /^mcp_/.test(toolName);
}

function shellAction(fields: Fields, name: string): ToolAction {
  const folder = textOf(fields['cwd']) ?? textOf(fields['workdir']) ?? textOf(fields['working_directory']) ?? textOf(fields['workingDirectory']) ?? textOf(fields['directory']) ?? textOf(fields['dir']);
  const task = fieldsOf(fields['task']);
  const command = fields['command'] ?? fields['cmd'] ?? fields['script'] ?? fields['text'] ?? fields['data'] ?? fields['input'] ?? task?.['command'];
  const args = fields['args'] ?? task?.['args'];
  const dialect = name === 'powershell' || name === 'cmd' ? 'powershell' : 'posix';
  if (typeof command === 'string') {
    const rest = Array.isArray(args) ? args.filter((word): word is string => typeof word === 'string') : [];
    // A task's words go through a shell, quoted or not as they stand.
    return { kind: 'shell', text: [command, ...rest].join(' '), argv: null, folder, dialect };
  }
  if (Array.isArray(command) && command.every((word): word is string => typeof word === 'string')) return { kind: 'shell', text: null, argv: command, folder, dialect };
  return { kind: 'none' };
}

/** What a tool call would do, or `none` when no rule concerns it. */
export function actionOf(toolName: string, input: unknown): ToolAction {
  const name = localName(toolName);
  if (typeof input === 'string') return SHELLS.has(name) ? { kind: 'shell', text: input, argv: null, folder: null, dialect: 'posix' } : name === 'apply_patch' ? files(patchPaths(input), [], input) : { kind: 'none' };
  const fields = fieldsOf(input);
  if (fields === null) return { kind: 'none' };
  if (SHELLS.has(name)) return shellAction(fields, name);
  if (CODE.has(name)) {
    const text = textOf(fields['code']) ?? textOf(fields['script']) ?? textOf(fields['source']);
    return text === null ? { kind: 'none' } : { kind: 'code', text, language: textOf(fields['language']) ?? 'python' };
  }
  if (name === 'apply_patch' || name === 'patch') {
    const patch = textOf(fields['input']) ?? textOf(fields['patch']) ?? textOf(fields['patchText']) ?? textOf(fields['command']) ?? '';
    const found = patchPaths(patch);
    if (found.writes.length + found.deletes.length > 0) return files(found, [], patch);
  }
  const paths: string[] = [];
  collectPaths(fields, paths, 0);
  if (DELETES.has(name)) return files({ writes: [], deletes: paths }, [], '');
  if (WRITES.has(name)) {
    if ((name === 'str_replace_editor' || name === 'str_replace_based_edit_tool') && fields['command'] === 'view') return files({ writes: [], deletes: [] }, paths, '');
    return files({ writes: paths, deletes: name === 'move_file' || name === 'rename_file' ? paths.slice(0, 1) : [] }, [], collectContent(fields, 0));
  }
  if (READS.has(name)) return files({ writes: [], deletes: [] }, paths, '');
  const url = textOf(fields['url']);
  if (url !== null && url.startsWith('file://')) return files({ writes: [], deletes: [] }, [url], '');
  // A tool that we do not know but that takes a command is taken for a shell: a new name is no way round.
  return typeof fields['command'] === 'string' && !isMcp(toolName) ? shellAction(fields, name) : { kind: 'none' };
}

function files(changes: { readonly writes: readonly string[]; readonly deletes: readonly string[] }, reads: readonly string[], content: string): ToolAction {
  const all = [...changes.writes, ...changes.deletes, ...reads];
  const overflow = all.length > MAX_TOOL_PATHS || all.some((path) => path.length > MAX_PATH_CHARS);
  return { kind: 'files', writes: changes.writes.slice(0, MAX_TOOL_PATHS).map(decodePath), deletes: changes.deletes.slice(0, MAX_TOOL_PATHS).map(decodePath), reads: reads.slice(0, MAX_TOOL_PATHS).map(decodePath), content, overflow };
}
