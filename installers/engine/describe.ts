// A plan for people and for programs, before it runs. Secret contents read `<secret>`: no bytes, no
// size, no hash (a short key could be guessed from either), no changed lines.
import { octal } from './change.ts';
import type { Content, Hunk, Plan, Step } from './plan.ts';
import { sha256 } from './read.ts';

export const secretWord = '<secret>';

export interface StepView {
  readonly kind: Step['kind'];
  readonly path: string;
  readonly why: string;
  /** Four octal digits; null where the mode stays as it is. */
  readonly mode: string | null;
  /** Where a user's file really lies, when its path is a link; else null. */
  readonly target: string | null;
  /** SHA-256 of the bytes, `<secret>`, or null for none. */
  readonly before: string | null;
  readonly after: string | null;
  /** Bytes; null for none or secret. */
  readonly size: number | null;
  readonly hunks: readonly Hunk[];
}

export interface PlanView {
  readonly harness: Plan['harness'];
  readonly purpose: Plan['purpose'];
  readonly owner: Plan['owner'];
  readonly steps: readonly StepView[];
  readonly notes: readonly string[];
}

/** For `--json` and the app: plain JSON, no bytes. */
export function viewPlan(plan: Plan): PlanView {
  const { harness, purpose, owner, notes } = plan;
  return { harness, purpose, owner, steps: plan.steps.map(viewStep), notes };
}

function viewStep(step: Step): StepView {
  const { kind, path, why } = step;
  const view = { kind, path, why, mode: null, target: null, before: null, after: null, size: null, hunks: [] };
  switch (step.kind) {
    case 'mkdir':
      return { ...view, mode: octal(step.mode) };
    case 'create':
      return { ...view, mode: octal(step.mode), ...contentView(step.content) };
    case 'replace':
      // The old bytes of a file that becomes secret are taken for secret, too: it is the same file.
      return { ...view, mode: octal(step.mode), before: step.content.secret ? secretWord : step.before, ...contentView(step.content) };
    case 'edit': {
      const { secret } = step.content;
      const before = step.before !== null && secret ? secretWord : step.before;
      const mode = step.before === null ? octal(step.modeIfNew) : null;
      return { ...view, mode, target: step.target === step.path ? null : step.target, before, ...contentView(step.content), hunks: secret ? [] : step.hunks };
    }
    case 'chmod':
      return { ...view, mode: octal(step.to) };
    case 'remove':
      return { ...view, before: step.secret ? secretWord : step.before };
    case 'rmdir':
      return view;
  }
}

function contentView({ bytes, secret }: Content): Pick<StepView, 'after' | 'size'> {
  return secret ? { after: secretWord, size: null } : { after: sha256(bytes), size: bytes.length };
}

const verbs: Readonly<Record<Step['kind'], string>> = { mkdir: 'make folder', create: 'create', replace: 'replace', edit: 'edit', chmod: 'chmod', remove: 'remove', rmdir: 'remove folder' };

/** For a terminal: one line per step, changed lines below it, then the notes. Control characters are made visible. */
export function describePlan(plan: Plan): readonly string[] {
  if (plan.steps.length === 0) return [`Nothing to change for ${plan.harness}.`, ...plan.notes.map(visible)];
  return [...plan.steps.flatMap((step) => describeStep(viewStep(step))), ...plan.notes.map((note) => `note: ${visible(note)}`)];
}

function describeStep(step: StepView): readonly string[] {
  const facts = [
    step.mode === null ? null : `mode ${step.mode}`,
    step.size === null ? null : `${String(step.size)} bytes`,
    [step.before, step.after].includes(secretWord) ? secretWord : null,
  ].filter((fact) => fact !== null);
  const where = step.target === null ? step.path : `${step.path} -> ${step.target} (the link is kept)`;
  const line = `${verbs[step.kind]} ${where}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}: ${step.why}`;
  return [visible(line), ...step.hunks.flatMap(describeHunk)];
}

function describeHunk({ line, removed, added }: Hunk): readonly string[] {
  return [`    @@ line ${String(line)}`, ...removed.map((text) => `    - ${visible(text)}`), ...added.map((text) => `    + ${visible(text)}`)];
}

/** A settings file may hold escape sequences that would repaint the terminal that a decision is made in. */
function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
