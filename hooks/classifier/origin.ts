// Where a text came from, told by the tool that brought it: what somebody else may have written is
// judged with a lower threshold than the person's own files. Only the name is looked at, never the text.

/** `command` is what a program printed; `unknown` is judged with the surface's own thresholds. */
export type OriginKind = 'user' | 'repository' | 'command' | 'web' | 'mail' | 'issue' | 'mcp' | 'unknown';

export const ORIGINS: readonly OriginKind[] = ['user', 'repository', 'command', 'web', 'mail', 'issue', 'mcp', 'unknown'];

/** Longest name looked at; a longer one is no tool's. */
const MAX_NAME = 256;

/** Tried in this order. Also read by the Python twin (scripts/train/python-tables.mjs). */
export const ORIGIN_PATTERNS: readonly (readonly [OriginKind, string])[] = [
  ['mail', String.raw`(?:^|_)(?:e?mails?|gmail|inbox|outlook|imap|mailbox|protonmail|message|messages|slack|discord|telegram|teams|sms)(?:_|$)`],
  ['issue', String.raw`(?:^|_)(?:issues?|pull_requests?|prs?|pr_comments?|comments?|tickets?|jira|linear|discussions?|reviews?)(?:_|$)`],
  ['web', String.raw`(?:^|_)(?:web|webfetch|websearch|webpage|url|http|browser|browse|fetch|scrape|crawl|playwright|puppeteer|navigate)(?:_|$)`],
  // An MCP server names its tools as it likes: one that is called "read" brings no file of the repository.
  ['mcp', String.raw`^mcp_`],
  ['command', String.raw`^(?:bash|sh|shell|terminal|powershell|exec|execute|process|execute_code|execute_command|run_command|run_in_terminal|run_terminal_cmd|run_task|run_tests|runtests|get_terminal_output|terminal_last_command|bash_output|kill_shell)$`],
  ['repository', String.raw`^(?:read|read_file|copilot_read_file|view|cat|open_file|grep|rg|glob|ls|list|list_dir|list_files|list_directory|search_files|file_search|grep_search|semantic_search|codebase|search|text_search|notebook_read|copilot_get_notebook_summary|read_many_files|get_errors|get_changed_files|lsp|edit|multi_edit|write|write_file|edit_file|apply_patch|patch|create_file|replace_string_in_file|insert_edit_into_file|notebook_edit)$`],
];

const patterns = ORIGIN_PATTERNS.map(([kind, pattern]) => [kind, new RegExp(pattern)] as const);

/** `WebFetch`, `web-fetch` and `web.fetch` are one name: `web_fetch`. */
const plain = (name: string): string =>
  name
    .slice(0, MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/**
 * @param toolName as the harness says it; null for what the person typed
 * @returns the kind of origin of this tool's result; never throws
 */
export function originOf(toolName: string | null): OriginKind {
  if (toolName === null) return 'user';
  const name = plain(toolName);
  for (const [kind, pattern] of patterns) if (pattern.test(name)) return kind;
  return 'unknown';
}
