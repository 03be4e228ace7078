// A plan: every change that an installer wants, as data. It can be shown before it runs, and it is
// the only thing that the engine applies (DESIGN section 2: there is no second way to write).

/** SHA-256 of a file's bytes, lower-case hex. For secret contents never shown: see `Content.secret`. */
export type Sha256 = string;

/** What a file will hold. `secret` bytes read `<secret>` everywhere but in the 0600 journal. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly secret: boolean;
}

/** One changed region of a text file, for the preview: line numbers are 1-based, in the old text. */
export interface Hunk {
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Who must own what is made: always the target user. Kept explicit, since ownership is part of the content. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * One change. Paths are absolute.
 * - `mkdir`: make a folder of ours (parents that are missing get steps of their own, made by us and removed by us).
 * - `create`: a file of ours that must not exist yet; a symlink in its place is refused.
 * - `replace`: a file of ours that exists with exactly the bytes `before`.
 * - `edit`: a file that is the user's. `path` is what the harness opens, `target` is what it resolves to
 *   (a dotfiles symlink is followed and kept). `before` is null when the file does not exist yet. `mode` is
 *   the existing file's, or `modeIfNew`.
 * - `chmod`: bits only, on a file or folder of ours.
 * - `remove`: a file of ours (or a file that `edit` created and that would now be empty), bytes `before`.
 * - `rmdir`: a folder that we made, if it is empty; one that is not empty is kept and reported.
 */
export type Step =
  | { readonly kind: 'mkdir'; readonly path: string; readonly mode: number; readonly why: string }
  | { readonly kind: 'create'; readonly path: string; readonly mode: number; readonly content: Content; readonly why: string }
  | { readonly kind: 'replace'; readonly path: string; readonly mode: number; readonly before: Sha256; readonly content: Content; readonly why: string }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly target: string;
      readonly before: Sha256 | null;
      readonly content: Content;
      readonly modeIfNew: number;
      readonly hunks: readonly Hunk[];
      readonly why: string;
    }
  | { readonly kind: 'chmod'; readonly path: string; readonly from: number; readonly to: number; readonly why: string }
  | { readonly kind: 'remove'; readonly path: string; readonly before: Sha256; readonly secret: boolean; readonly why: string }
  | { readonly kind: 'rmdir'; readonly path: string; readonly why: string };

/** What a plan is for; the receipt and the journal carry it. */
export type PlanPurpose = 'install' | 'uninstall' | 'configure' | 'repair';

export interface Plan {
  readonly harness: HarnessId;
  readonly purpose: PlanPurpose;
  readonly owner: Owner;
  /** In the order in which they run. Uninstall plans remove registrations first and files last. */
  readonly steps: readonly Step[];
  /** The receipt to leave behind; null when nothing of ours is left afterwards. */
  readonly receipt: ReceiptDraft | null;
  /** What a person should know before saying yes, one sentence each (e.g. "Running sessions must be restarted."). */
  readonly notes: readonly string[];
}

/** The harnesses of this product. A new one is one folder in hooks/, one in installers/, one line here and in the registry. */
export type HarnessId = 'vscode' | 'claude-code' | 'opencode' | 'hermes';

/** An expected failure: a stable code, and one sentence that names the thing and the next step. */
export interface Failure {
  readonly code: string;
  readonly sentence: string;
  readonly path?: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** What a receipt will say, before the engine adds hashes and the time. */
export interface ReceiptDraft {
  readonly version: string;
  /** Free facts of the harness installer (registration form, product versions); no secret, no content. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  /** Files and folders that are ours entirely. */
  readonly owned: readonly { readonly path: string; readonly kind: 'file' | 'folder'; readonly mode: number; readonly secret: boolean }[];
  /** Users' files that hold our entries; `undo` is what the harness's planner needs to take them out again. */
  readonly edited: readonly {
    readonly path: string;
    readonly target: string;
    readonly createdByUs: boolean;
    /** Which kind of entry it is, so that repair and uninstall find it even after it was moved or reformatted. */
    readonly entry: string;
  }[];
  /** The Node.js that the launcher starts. */
  readonly node: { readonly real: string; readonly alias: string | null; readonly version: string } | null;
}
