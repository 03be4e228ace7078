// Values for which Claude Code drops a whole settings file without a word (in `claude -p`), hooks included.
// Only what was seen on a real build (2.1.332) stands here: what is not listed is not judged. The installer
// refuses to write into such a file, and the settings guard takes a change to one for a way to blind it.
type Shape = 'string' | 'boolean' | 'number' | 'object';

const SHAPES: Readonly<Record<string, Shape>> = {
  apiKeyHelper: 'string',
  cleanupPeriodDays: 'number',
  disableAllHooks: 'boolean',
  enabledPlugins: 'object',
  env: 'object',
  includeCoAuthoredBy: 'boolean',
  model: 'string',
  permissions: 'object',
  statusLine: 'object',
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first value that makes Claude Code drop the file, as a phrase that names it; null when none is known to. */
export function droppedFor(settings: unknown): string | null {
  if (!isRecord(settings)) return 'the file is not an object';
  for (const [key, shape] of Object.entries(SHAPES)) {
    const value = settings[key];
    if (value === undefined) continue;
    const fits = shape === 'object' ? isRecord(value) : typeof value === shape;
    if (!fits) return `"${key}" is not ${shape === 'object' ? 'an' : 'a'} ${shape}`;
  }
  const permissions = settings['permissions'];
  if (isRecord(permissions)) for (const key of ['allow', 'deny', 'ask']) if (permissions[key] !== undefined && !Array.isArray(permissions[key])) return `"permissions.${key}" is not an array`;
  const hooks = settings['hooks'];
  if (hooks === undefined) return null;
  return isRecord(hooks) ? invalidHooks(hooks) : '"hooks" is not an object';
}

function invalidHooks(hooks: Record<string, unknown>): string | null {
  for (const [event, groups] of Object.entries(hooks)) {
    if (groups === null) continue;
    if (!Array.isArray(groups)) return `"hooks.${event}" is not an array`;
    for (const [index, group] of (groups as unknown[]).entries()) {
      const at = `hooks.${event}[${String(index)}]`;
      if (!isRecord(group) || !Array.isArray(group['hooks'])) return `"${at}" has no array "hooks"`;
      if (group['matcher'] !== undefined && typeof group['matcher'] !== 'string') return `"${at}.matcher" is not a string`;
      for (const [place, hook] of (group['hooks'] as unknown[]).entries()) {
        const wrong = invalidHook(hook);
        if (wrong !== null) return `"${at}.hooks[${String(place)}]" ${wrong}`;
      }
    }
  }
  return null;
}

function invalidHook(hook: unknown): string | null {
  if (!isRecord(hook)) return 'is not an object';
  if (hook['type'] === 'command' && typeof hook['command'] !== 'string') return 'has no "command"';
  const timeout = hook['timeout'];
  if (timeout !== undefined && (typeof timeout !== 'number' || !(timeout > 0))) return 'has a "timeout" that is not a number above 0';
  return null;
}
