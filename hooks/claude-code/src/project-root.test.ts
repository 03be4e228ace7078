import { expect, test } from 'vitest';
import { projectRoot } from './project-root.ts';

const transcript = (name: string): string => `/home/u/.claude/projects/${name}/519c6c89-d822-4355-bb24-a281fc2ce405.jsonl`;

test.each<[string, Record<string, unknown>, string | null]>([
  ['in the project', { cwd: '/srv/my.app', transcript_path: transcript('-srv-my-app') }, '/srv/my.app'],
  ['below it', { cwd: '/srv/my.app/a/b_c', transcript_path: transcript('-srv-my-app') }, '/srv/my.app'],
  ['in a worktree below it', { cwd: '/srv/x/.claude/worktrees/w', transcript_path: transcript('-srv-x') }, '/srv/x'],
  ['beside it', { cwd: '/srv/other', transcript_path: transcript('-srv-x') }, '/srv/other'],
  ['above it', { cwd: '/srv', transcript_path: transcript('-srv-x') }, '/srv'],
  ['the root folder', { cwd: '/', transcript_path: transcript('-') }, '/'],
  ['a relative folder', { cwd: 'x', transcript_path: transcript('-x') }, 'x'],
  ['no transcript', { cwd: '/srv/x' }, '/srv/x'],
  ['no folder', { transcript_path: transcript('-srv-x') }, null],
])('%s', (_what, payload, root) => {
  expect(projectRoot(payload)).toBe(root);
});
