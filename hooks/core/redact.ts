// Registered secret values never reach a log line, a debug line or an error message.

export type Redact = (line: string) => string;

/**
 * @param values secrets to hide; those under 4 characters are ignored, since hiding them would hide half of every line
 * @returns a function that replaces each of them, and its JSON and URL spelling, by `<redacted>`
 */
export function redactor(values: readonly string[]): Redact {
  const spellings = new Set<string>();
  for (const value of values) {
    if (value.length < 4) continue;
    spellings.add(value);
    spellings.add(JSON.stringify(value).slice(1, -1));
    spellings.add(encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD')));
  }
  // The longest first: a secret that holds another one must not leave its rest behind.
  const ordered = [...spellings].sort((a, b) => b.length - a.length);
  return (line) => ordered.reduce((text, spelling) => text.replaceAll(spelling, '<redacted>'), line);
}
