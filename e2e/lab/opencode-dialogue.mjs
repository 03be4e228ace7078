// A person at OpenCode's screen, for tests of its questions: `opencode run` answers each question itself before a checker
// can. Starts its server, sends one prompt, and answers every question that stays open with what the next argument says.
//
//   node opencode-dialogue.mjs BINARY PROMPT WAIT_MS ANSWER...     ANSWER: once, reject, or nothing left: reject
//
// A question counts as open when nobody has answered it for WAIT_MS. Prints {"asked": [...], "open": [...], "status": n}:
// the commands of all questions, and of those that were left to the person.
import { spawn } from 'node:child_process';

const [binary, prompt, wait, ...answers] = process.argv.slice(2);
const server = spawn(binary, ['serve', '--hostname', '127.0.0.1', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
const stop = () => {
  try {
    process.kill(-server.pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
};
process.on('SIGTERM', () => {
  stop();
  process.exit(1);
});

let said = '';
const base = await new Promise((resolve, reject) => {
  server.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
    if (found) resolve(found[0]);
  });
  server.once('exit', () => reject(new Error(`the server ended: ${said}`)));
});

const call = async (method, path, body) => {
  const response = await fetch(`${base}${path}`, { method, headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, value: text === '' ? null : JSON.parse(text) };
};

const asked = [];
const open = [];
let done = null;
try {
  const session = (await call('POST', '/session', {})).value;
  const talking = call('POST', `/session/${session.id}/message`, { parts: [{ type: 'text', text: prompt }] }).then((answer) => (done = answer));
  const since = new Map();
  while (done === null) {
    for (const question of (await call('GET', '/permission')).value) {
      const command = question.metadata?.command ?? question.patterns.join(' ');
      if (!since.has(question.id)) {
        since.set(question.id, Date.now());
        asked.push(command);
      }
      if (since.get(question.id) === null || Date.now() - since.get(question.id) < Number(wait)) continue;
      since.set(question.id, null);
      open.push(command);
      const reply = answers.shift() ?? 'reject';
      await call('POST', `/permission/${question.id}/reply`, { reply, ...(reply === 'reject' && { message: 'The person said no.' }) });
    }
    await Promise.race([talking, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  process.stdout.write(`${JSON.stringify({ asked, open, status: done.status })}\n`);
} finally {
  stop();
}
