import { expect, it } from 'vitest';
import { shortPath } from './short-path.ts';

it.each([
  ['/home/ada/.claude/settings.json', '/home/ada', '~/.claude/', 'settings.json'],
  ['/home/adam/x', '/home/ada', '/home/adam/', 'x'],
  ['/home/ada', '/home/ada', '', '~'],
  ['/home/ada/.vscode/', '/home/ada', '~/', '.vscode/'],
  ['/etc/hosts', '', '/etc/', 'hosts'],
  ['keychain item', '/home/ada', '', 'keychain item'],
])('shows %s in the home %s as %s and %s', (path, home, folder, name) => {
  expect(shortPath(path, home)).toEqual({ folder, name });
});
