// The app's log: a line on standard error for whoever started it from a terminal. No file, no content:
// codes, channel names and origins, and nothing that is a secret or looks like one (looked for before the text is cut).
// Line breaks of foreign text cannot forge a second line.
import { processSecrets } from '../core/redaction/process-secrets.ts';

export type Log = (about: string, what: string) => void;

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

export const log: Log = (about, what) => {
  process.stderr.write(`silmaril ${about}: ${processSecrets.redact(what).slice(0, 500).replace(control, '\u00b7')}\n`);
};
