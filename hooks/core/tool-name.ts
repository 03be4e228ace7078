// Tool names: what evidence may show of them, and which are an MCP server's.

export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

/** `mcp__<server>__<tool>`: the server is the shortest run up to the next double underscore. */
export function mcpTool(name: string): McpTool | null {
  const found = /^mcp__(.+?)__(.+)$/.exec(name);
  return found?.[1] && found[2] ? { server: found[1], tool: found[2] } : null;
}

/** At most 128 characters of [A-Za-z0-9_.:/-]; null for an empty name and for one that looks like an assigned secret. */
export function toolDisplayName(name: string | null): string | null {
  const trimmed = name?.trim();
  if (!trimmed) return null;
  if (/(?:token|secret|password|api[_-]?key) *[:=]/i.test(trimmed)) return null;
  return trimmed.replace(/[^A-Za-z0-9_.:/-]/g, '_').slice(0, 128);
}
