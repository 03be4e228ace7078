// The letter hook from what stands in OpenCode's configuration: read, its faults said and counted, and started.
import { readConfigFile } from '../../core/config.ts';
import { configPath } from '../../core/judge.ts';
import type { Firewall } from './firewall.ts';
import { createLetterHook, type LetterHook, type LetterParts } from './letter-hook.ts';
import { readLetterOptions } from './letter-options.ts';
import { isUnobjectionable, ownChecker } from './own-checker.ts';
import { openCodeProfile } from './profile.ts';

export interface LetterStart {
  /** As they stand beside the plugin's name. */
  readonly options: unknown;
  /** Where the plugin lies. */
  readonly folder: string;
  readonly firewall: Firewall;
  readonly place: { readonly cwd: string; readonly root: string };
  readonly reply: LetterParts['reply'];
  readonly log: (level: 'warn' | 'error', line: string) => void;
}

/**
 * Answers pending questions: by the letter hook where it is on, else by the word that the person's own checkers gave on the
 * call itself, where the person lets it.
 */
export function startAnswers(start: LetterStart): LetterHook {
  const letters = startLetters(start);
  if (letters) return letters;
  const { firewall, reply } = start;
  return {
    asked: async (asked) => {
      if (asked.id === '' || asked.source === null || !firewall.mayAnswer(asked.source.id)) return;
      await reply(asked, { reply: 'once' }).catch(() => firewall.count('permission.asked', 'letter-reply'));
    },
  };
}

/** Null where it is not wanted, or cannot be what was meant. */
function startLetters({ options, folder, firewall, place, reply, log }: LetterStart): LetterHook | null {
  const read = readLetterOptions(options);
  for (const warning of read.warnings) log('warn', `Silmaril: ${warning}`);
  if (read.warnings.length > 0) firewall.count('options', 'letter-option');
  if (read.state === 'disabled') {
    log('error', `Silmaril: the letter hook is off. ${read.reason}`);
    firewall.count('options', 'letter-disabled');
  }
  if (read.state !== 'on') return null;
  const letters = createLetterHook({
    options: read.options,
    command: read.options.command ?? ownChecker(folder, firewall.home),
    projectDir: place.cwd,
    reply,
    unobjectionable: (asked) => isUnobjectionable(asked, firewall, place),
    count: (reason) => firewall.count('permission.asked', reason),
  });
  return { asked: (asked) => (isOn(firewall.home) ? letters.asked(asked) : Promise.resolve()) };
}

/** Not after an uninstall, which takes the configuration, and not where the whole plugin is switched off. */
function isOn(home: string): boolean {
  const config = readConfigFile(configPath(openCodeProfile, home, {}));
  return config.state === 'invalid' || (config.state === 'valid' && config.settings.enabled);
}
