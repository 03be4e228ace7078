// Two languages that need no expression reader: awk programs and AppleScript.
import type { Call, Shell } from '../shell/call.ts';
import { HOLE, type Text } from '../values.ts';

const STRING = /"((?:\\.|[^"\\])*)"/;
function unquote(body: string): string {
  return body.replace(/\\(["\\/])/g, '$1').replace(/\\n/g, '\n').replace(/\\t/g, '\t');
}

/** Comments, regular expressions and strings taken out, so that words are only words. */
function strings(code: string): Text {
  // Concatenation in awk is juxtaposition: literals are kept, everything else is unknown.
  let out = '';
  let rest = code.trim();
  for (let guard = 0; guard < 256 && rest !== ''; guard++) {
    const literal = /^"((?:\\.|[^"\\])*)"/.exec(rest);
    if (literal !== null) {
      out += unquote(literal[1] ?? '');
      rest = rest.slice(literal[0].length).trimStart();
      continue;
    }
    const other = /^(?:[^"\s]+|\s+)/.exec(rest);
    if (other === null) break;
    if (!out.endsWith(HOLE)) out += HOLE;
    rest = rest.slice(other[0].length).trimStart();
  }
  return out;
}

/** `system("…")`, `"cmd" | getline`, `print | "cmd"`, `print > "file"`, `getline < "file"`. */
export function readAwk(program: Text, call: Call, shell: Shell): void {
  const code = program.replace(/(^|[\s;{}])#[^\n]*/g, '$1');
  for (const match of code.matchAll(/\bsystem\s*\(((?:"(?:\\.|[^"\\])*"|[^()"]|\([^()]*\))*)\)/g)) {
    const text = strings(match[1] ?? '');
    if (text.replaceAll(HOLE, '').trim() === '') {
      // `system($0)`: whatever comes in is run.
      shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: call.stdin.fetched });
      if (call.stdin.from !== 'nowhere') shell.runText(call.stdin.text, call);
    } else shell.runText(text, call);
  }
  for (const match of code.matchAll(new RegExp(`${STRING.source}\\s*\\|&?\\s*getline`, 'g'))) shell.runText(unquote(match[1] ?? ''), call);
  for (const match of code.matchAll(new RegExp(`\\bprintf?\\b[^;}\\n]*?\\|&?\\s*${STRING.source}`, 'g'))) {
    const command = unquote(match[1] ?? '');
    if (/^\s*(?:\S*\/)?(?:ba|z|k|da|a)?sh\b\s*(?:-s)?\s*$/.test(command)) {
      shell.add({ kind: 'pipe-to-shell', words: call.words, fetched: call.stdin.fetched });
      const printed = /\bprintf?\b\s*((?:"(?:\\.|[^"\\])*"|[^|;}\n])*)\|/.exec(match[0])?.[1] ?? '';
      shell.runText(strings(printed), call);
    } else shell.runText(command, call);
  }
  for (const match of code.matchAll(new RegExp(`\\bprintf?\\b[^;}\\n|]*?>>?\\s*(?:\\(\\s*)?${STRING.source}(\\s*[$\\w])?`, 'g'))) {
    const path = unquote(match[1] ?? '') + (match[2] === undefined ? '' : HOLE);
    if (path !== '/dev/stderr' && path !== '/dev/stdout') shell.touch('write', path, call);
  }
  // A connection, and commands whose output is read: what comes in over the one goes to the other.
  if (/\/inet[46]?\/(?:tcp|udp)\/\d+\/(?!localhost|127\.)/.test(code) && ((code.match(/\|&?\s*getline/g) ?? []).length > 1 || /\bsystem\s*\(/.test(code))) shell.add({ kind: 'reverse-shell', words: call.words });
  for (const match of code.matchAll(new RegExp(`\\bgetline\\b[^;}\\n]*?<\\s*${STRING.source}`, 'g'))) shell.touch('read', unquote(match[1] ?? ''), call);
}

/** `do shell script "…" with administrator privileges`, Finder deletes, quitting apps, shutting down. */
export function readAppleScript(script: Text, call: Call, shell: Shell): void {
  for (const match of script.matchAll(new RegExp(`do shell script\\s+(?:${STRING.source}|(\\S+))([^\\n]*)`, 'gi'))) {
    if (/with administrator privileges/i.test(match[3] ?? '')) shell.add({ kind: 'elevation', words: call.words });
    shell.runText(match[1] === undefined ? HOLE : unquote(match[1]), call);
  }
  // Terminals are told what to type.
  for (const match of script.matchAll(new RegExp(`\\bdo script\\s+(?:with command\\s+)?${STRING.source}|\\bwrite text\\s+${STRING.source}`, 'gi'))) shell.runText(unquote(match[1] ?? match[2] ?? ''), call);
  if (/\bto\s+(?:shut down|restart|sleep|log out)\b|\b(?:shut down|restart)\s*$/i.test(script) && /System Events|Finder|loginwindow/i.test(script)) shell.add({ kind: 'power', words: call.words });
  if (/\b(?:delete|empty (?:the )?trash|to (?:the )?trash)\b/i.test(script)) {
    for (const match of script.matchAll(new RegExp(`\\bPOSIX (?:file|path)\\s+${STRING.source}|\\b(?:delete|folder|file|alias)\\s+(?:every item of |folder |file |alias )*${STRING.source}`, 'gi'))) {
      const path = match[1] ?? match[2] ?? '';
      shell.touch('delete', path.includes(':') && !path.includes('/') ? `/${path.split(':').slice(1).join('/')}` : path, call);
    }
    if (/\bempty (?:the )?trash\b/i.test(script)) shell.touch('delete', `${shell.home}/.Trash`, call);
    for (const match of script.matchAll(/\b(?:home folder|desktop|documents folder|path to (?:home|desktop|documents))\b/gi)) if (match.index >= 0) shell.touch('delete', `${shell.home}/Desktop`, call);
  }
  for (const match of script.matchAll(new RegExp(`\\b(?:profile command|write text)\\s+${STRING.source}`, 'gi'))) shell.runText(unquote(match[1] ?? ''), call);
  for (const match of script.matchAll(new RegExp(`\\bkeystroke\\s+${STRING.source}`, 'gi'))) if (/System Events/i.test(script)) shell.runText(unquote(match[1] ?? ''), call);
  if (/\blogin item\b/i.test(script) && /\bmake\b/i.test(script)) shell.add({ kind: 'persistence', words: call.words });
}
