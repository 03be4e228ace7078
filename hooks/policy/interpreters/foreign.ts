// Program text in languages that have no reader of their own (Go, Swift, C, Rust, Lisp, Tcl, Groovy, Elixir …): calls
// that delete or run something with a literal argument look alike in all of them.
import type { Call, Shell } from '../shell/call.ts';

const TEXT = String.raw`"((?:\\.|[^"\\])*)"`;

function plain(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

export function readForeign(code: string, call: Call, shell: Shell): void {
  const source = code.replace(/(^|\s)(?:\/\/|;;)[^\n]*/g, '$1');
  for (const match of source.matchAll(new RegExp(`(?:RemoveAll|os\\.Remove|removeItem\\(atPath:|remove_dir(?:_all)?|remove_file|rm_rf?!?|rmdir!?|\\bunlink|\\bremove|delete-directory|delete-file|deleteDir|deleteDirectory)[\\s(]*${TEXT}`, 'g'))) shell.touch('delete', plain(match[1] ?? ''), call, { follow: false });
  for (const match of source.matchAll(/\bfile\s+delete\s+(?:-force\s+|--\s+)*([^\s;\]"']+)/g)) shell.touch('delete', match[1] ?? '', call, { follow: false });
  for (const match of source.matchAll(new RegExp(`\\b(?:system\\*?|shell-command(?:-to-string)?|popen|os\\.cmd|shell|sh)[\\s(]+(?:c|~c)?${TEXT}|${TEXT}\\.(?:execute\\(|!)`, 'g'))) shell.runText(plain(match[1] ?? match[2] ?? ''), call);
  // exec.Command("rm", "-rf", "x"), Command::new("rm").arg("-rf"), (call-process "rm" nil nil nil "-rf")
  for (const match of source.matchAll(/\b(?:exec\.Command|Command::new|call-process|execlp?|execvp?|System\.cmd)\b([^;]*)/g)) {
    const words = [...(match[1] ?? '').matchAll(new RegExp(TEXT, 'g'))].map((each) => plain(each[1] ?? ''));
    if (words.length > 0) shell.runArgv(words, call);
  }
}
