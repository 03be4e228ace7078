// All generated rows, in a fixed order from a seed.
import { random } from '../learn.mjs';
import { callAttack, callBenign } from './calls.mjs';
import { promptAttack } from './prompt-attacks.mjs';
import { promptBenign } from './prompt-benign.mjs';
import { resultAttack, resultBenign } from './results.mjs';
import { secretGame, secretTwin } from './secret-games.mjs';

/**
 * @param hosts chunks of real text (lists of lines); may be empty
 * @returns rows {surface, text, label, source: 'gen/FAMILY', slice}
 */
export function generate({ seed, each, hosts }) {
  const rnd = random(seed);
  const rows = [];
  const seen = new Set();
  const add = (surface, label, { family, text }) => {
    const key = `${surface}\0${text}`;
    if (seen.has(key) || text === '') return;
    seen.add(key);
    rows.push({ surface, text, label, source: `gen/${family}`, licence: 'the project', slice: `gen-${family}` });
  };
  const host = () => (hosts.length > 0 && rnd() < 0.45 ? hosts[Math.floor(rnd() * hosts.length)] : null);
  for (let i = 0; i < each; i++) {
    add('prompt', 'MALICIOUS', promptAttack(rnd));
    add('prompt', 'BENIGN', promptBenign(rnd));
    if (i % 3 === 0) {
      add('prompt', 'MALICIOUS', secretGame(rnd));
      add('prompt', 'BENIGN', secretTwin(rnd));
    }
    add('tool_call', 'MALICIOUS', callAttack(rnd));
    add('tool_call', 'BENIGN', callBenign(rnd));
    add('tool_result', 'MALICIOUS', resultAttack(rnd, host()));
    add('tool_result', 'BENIGN', resultBenign(rnd, host()));
  }
  return rows;
}
