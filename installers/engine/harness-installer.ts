// What every harness folder implements: detect, plan, health. Pure planning: nothing here writes.
import type { ConfigFile } from '../../hooks/core/config.ts';
import type { HealthReport } from './health.ts';
import type { HarnessId, Owner, Plan, Result } from './plan.ts';
import type { Receipt } from './receipt.ts';

/** The person's computer as an installer sees it. Tests pass a temporary home. */
export interface Machine {
  /** Absolute, real path of the target user's home. */
  readonly home: string;
  /** Decides where harnesses keep their data; our own files have one layout on both. */
  readonly platform: 'darwin' | 'linux';
  /** Only the variables that harnesses look at (PATH, XDG_CONFIG_HOME, VSCODE_PORTABLE, CLAUDE_CONFIG_DIR ...). */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly owner: Owner;
  /** Where machine-wide files are looked up, '/' except in tests: managed settings, /Applications. */
  readonly systemRoot: string;
}

export type Mode = 'shadow' | 'warn' | 'block';

export type ClassifierChoice =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'remote'; readonly apiUrl: string; readonly apiKey: string };

/** What the person chose; becomes the private schema-v1 configuration file. */
export interface InstallRequest {
  readonly mode: Mode;
  readonly classifier: ClassifierChoice;
  readonly endpointId: string | null;
  /** The chosen Node.js (installers/node-runtime). */
  readonly node: { readonly real: string; readonly alias: string | null; readonly version: string };
  /** The folder that holds hooks/vscode, hooks/claude-code ...: the repository, or the app's resources. */
  readonly hooksRoot: string;
  /** More user-data folders that the person named (`--user-data-dir`), VS Code only. */
  readonly userDataDirs: readonly string[];
  /** Surface ids that the person leaves out, e.g. a profile whose settings file does not parse. */
  readonly skipSurfaces?: readonly string[];
}

/** One place where a harness takes a registration: a VS Code profile, Claude Code's user settings. */
export interface Surface {
  /** Stable within the harness, e.g. `code/default`, `code/profile:4f2a`, `user`. */
  readonly id: string;
  readonly label: string;
  /** The file that holds (or would hold) our entry. */
  readonly file: string;
  /** Why nothing is written here although it is listed ("uses the default profile's settings"), else null. */
  readonly skipped: string | null;
}

export interface Detection {
  readonly harness: HarnessId;
  /** `present`: an application or executable was found. `leftover`: only its data. `absent`: neither. */
  readonly state: 'present' | 'leftover' | 'absent';
  /** What was found, one line each: evidence for the person ("/usr/bin/code", "version 1.139.1"). */
  readonly evidence: readonly string[];
  readonly version: string | null;
  readonly surfaces: readonly Surface[];
  /** Limits that hold here ("Remote SSH windows are not covered."). */
  readonly notes: readonly string[];
}

/** How to feed the installed launcher an event, for `silmaril verify` and the demonstration. */
export interface LauncherProbe {
  readonly launcher: string;
  /** Event names in the launcher's own spelling. */
  readonly events: readonly string[];
  /** A payload of this event, as the harness would send it. `text` is the prompt, or the tool's command or result. */
  readonly payload: (event: string, text: string, cwd: string) => string;
}

export interface HarnessInstaller {
  readonly id: HarnessId;
  readonly label: string;
  detect(machine: Machine): Promise<Detection>;
  /** A plan from any state (fresh, partly there, another version): running it twice plans nothing the second time. */
  planInstall(machine: Machine, request: InstallRequest, receipt: Receipt | null): Promise<Result<Plan>>;
  /** A plan that changes the mode and nothing else. */
  planMode(machine: Machine, receipt: Receipt, mode: Mode): Promise<Result<Plan>>;
  /** Works from the receipt, or from what is recognisably ours when the receipt is gone. */
  planUninstall(machine: Machine, receipt: Receipt | null): Promise<Result<Plan>>;
  /** Puts back what the receipt says and is missing or wrong; keeps the configuration's values. */
  planRepair(machine: Machine, receipt: Receipt, hooksRoot: string): Promise<Result<Plan>>;
  health(machine: Machine, receipt: Receipt | null): Promise<HealthReport>;
  probe(machine: Machine): LauncherProbe;
  /** For a harness whose hook keeps its settings elsewhere than in the private JSON file of the receipt: where, and what they are. */
  readonly settings?: (receipt: Receipt) => { readonly file: string; readonly read: ConfigFile } | null;
}
