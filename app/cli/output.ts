// All that the command prints goes through here: control characters are made visible (a file name or
// an evidence file must not drive the terminal), registered secrets are blotted out, colour is used
// only where a person sees it.

import { redactor } from '../../hooks/core/redact.ts';
import { processSecrets } from '../core/redaction/process-secrets.ts';

export type Tone = 'good' | 'bad' | 'dim' | 'strong';

const codes: Readonly<Record<Tone, number>> = { good: 32, bad: 31, dim: 2, strong: 1 };

// Escape, newline and the characters that reorder text on screen; our own colour codes are let through.
const unsafe = /\u001b\[(?:0|1|2|31|32)m|[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const colourCode = /^\u001b\[(?:0|1|2|31|32)m$/;
const anyColour = /\u001b\[(?:0|1|2|31|32)m/g;

/** Text that came from outside, safe to print on one line. */
export function printable(text: string): string {
  return text.replace(anyColour, '').replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export class Output {
  private readonly secrets: string[] = [];
  private redact = redactor([]);
  private readonly colour: boolean;

  constructor(
    private readonly stdout: Stream,
    private readonly stderr: Stream,
    readonly json: boolean,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.colour = !json && stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  }

  /** From now on this value reads `<redacted>` in everything printed. */
  hide(secret: string): void {
    this.secrets.push(secret);
    this.redact = redactor(this.secrets);
  }

  paint(tone: Tone, text: string): string {
    return this.colour ? `\u001b[${String(codes[tone])}m${text}\u001b[0m` : text;
  }

  private clean(line: string): string {
    return this.blot(line).replace(unsafe, (c) => (colourCode.test(c) ? (this.colour ? c : '') : c === '\t' ? '    ' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
  }

  /** What this process has met of secrets, in whatever spelling, and what was hidden here. */
  private blot(text: string): string {
    return processSecrets.redactKnown(this.redact(text));
  }

  /** Lines for a person; nothing in JSON mode. */
  lines(lines: readonly string[]): void {
    if (!this.json && lines.length > 0) this.stdout.write(`${lines.map((line) => this.clean(line)).join('\n')}\n`);
  }

  /** One JSON value on one line (a stream of rows), in either mode. */
  row(value: unknown): void {
    this.stdout.write(`${this.blot(JSON.stringify(value))}\n`);
  }

  /** The one JSON document of a command in JSON mode. */
  document(value: unknown): void {
    if (this.json) this.stdout.write(`${this.blot(JSON.stringify(value, null, 2))}\n`);
  }

  /** A line beside the result: progress, warnings. On standard error in both modes. */
  aside(line: string): void {
    this.stderr.write(`${this.clean(line)}\n`);
  }
}

/** Columns padded to the widest cell, two spaces apart, no trailing spaces. Colour codes count for nothing. */
export function table(rows: readonly (readonly string[])[], indent = ''): string[] {
  const width = (cell: string) => [...cell.replace(anyColour, '')].length;
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => { widths[i] = Math.max(widths[i] ?? 0, width(cell)); });
  return rows.map((row) => indent + row.map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - width(cell) + 2))).join('').trimEnd());
}
