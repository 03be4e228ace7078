// Secrets that leave the computer in one command, doors that are opened into it, and what would run again
// after the agent is gone.
import type { Fact, PathFact } from '../facts.ts';
import { shown } from '../values.ts';
import type { Hit, RuleContext } from './hit.ts';

/** Below the home folder. */
const HOME_AUTOSTART = /^(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|logout|xinitrc|xprofile|xsession|xsessionrc|inputrc|pam_environment|vimrc|tmux\.conf|gdbinit|pythonrc|Rprofile|irbrc|npmrc|gitconfig|curlrc|wgetrc)|\.ssh\/(?:authorized_keys2?|config|rc|environment)|\.config\/(?:autostart|systemd|fish|environment\.d|git\/(?:config|hooks)|nvim)(?:\/.*)?|\.local\/share\/(?:systemd|applications|dbus-1)(?:\/.*)?|Library\/(?:LaunchAgents|LaunchDaemons|StartupItems|Application Scripts|Services|Input Methods|ScriptingAdditions)(?:\/.*)?|\.git-templates?(?:\/.*)?|\.oh-my-zsh(?:\/.*)?)$/;
const SYSTEM_AUTOSTART = /^\/(?:private\/)?etc\/(?:cron[^/]*|crontab|profile|profile\.d|bashrc|bash\.bashrc|zshrc|zshenv|zprofile|zsh|rc\.local|init\.d|systemd|ld\.so\.preload|ld\.so\.conf\.d|environment|pam\.d|sudoers\.d|ssh|xdg\/autostart|udev|modules|periodic|launchd\.conf)(?:\/|$)|^\/(?:System\/)?Library\/Launch(?:Agents|Daemons)(?:\/|$)|^\/(?:usr\/)?lib\/systemd\/|^\/var\/spool\/cron|^\/var\/at\//;
const GIT_HOOK = /(?:^|\/)\.git\/(?:modules\/.+\/)?hooks\/[^/]+$/;

function pathRule(fact: PathFact, context: RuleContext): Hit | null {
  const { path } = fact.place;
  if (path === null || fact.act !== 'write') return null;
  const matched = `${fact.by} ${shown(fact.place.text)}`.trim();
  const relative = path.startsWith(`${context.home}/`) ? path.slice(context.home.length + 1) : null;
  if (relative !== null && HOME_AUTOSTART.test(relative)) return { ruleId: 'persistence', matched };
  if (SYSTEM_AUTOSTART.test(path)) return { ruleId: 'persistence', matched };
  if (GIT_HOOK.test(path) && !path.endsWith('.sample')) return { ruleId: 'persistence', matched };
  return null;
}

export function exfiltrationRule(fact: Fact, context: RuleContext): Hit | null {
  switch (fact.kind) {
    case 'send':
      return { ruleId: 'secret-sent', matched: fact.words };
    case 'reverse-shell':
      return { ruleId: 'reverse-shell', matched: fact.words };
    case 'persistence':
      return { ruleId: 'persistence', matched: fact.words };
    case 'path':
      return pathRule(fact, context);
    default:
      return null;
  }
}
