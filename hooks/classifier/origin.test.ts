import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf, ORIGINS, type OriginKind } from './origin.ts';

describe('originOf', () => {
  test.each<[string | null, OriginKind]>([
    [null, 'user'],
    ['Read', 'repository'],
    ['read_file', 'repository'],
    ['Grep', 'repository'],
    ['NotebookRead', 'repository'],
    ['Bash', 'command'],
    ['run_in_terminal', 'command'],
    ['BashOutput', 'command'],
    ['WebFetch', 'web'],
    ['webfetch', 'web'],
    ['fetch_webpage', 'web'],
    ['web_search', 'web'],
    ['browser_navigate', 'web'],
    ['mcp__fetch__fetch', 'web'],
    ['mcp__gmail__read', 'mail'],
    ['mcp__slack__get_thread', 'mail'],
    ['mcp__github__get_issue', 'issue'],
    ['mcp_github_list_pull_requests', 'issue'],
    ['mcp__github__get_file_contents', 'mcp'],
    ['mcp__filesystem__read', 'mcp'],
    ['mcp__db__query', 'mcp'],
    ['Task', 'unknown'],
    ['', 'unknown'],
    ['emailer', 'unknown'],
    ['prettier', 'unknown'],
  ])('%s brings %s', (name, kind) => {
    expect(originOf(name)).toBe(kind);
  });
  test('takes any name, and a tool of an MCP server never for the repository or a command', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (name) => {
        expect(ORIGINS).toContain(originOf(name));
        expect(originOf(`mcp__${name}__read`)).not.toMatch(/repository|command/);
      }),
    );
  });
});
