import readline from 'node:readline';
import * as z from 'zod';
import { classifierOf, explainEmbedded, type Classifier, type ClassifierAnswer } from '../../core/classifier.ts';
import { configuredClassifier } from '../../core/configured-classifier.ts';
import { harnessNames } from '../../core/registry.ts';
import type { ClassifierInput, Explanation } from '../../../hooks/classifier/classify.ts';
import type { Result } from '../../../installers/engine/plan.ts';
import { readInput } from '../ask.ts';
import { harnessIds, stopped, type Command, type Context, type Outcome } from '../command.ts';
import { printable } from '../output.ts';

/** Same as the hooks' own bound on one event. */
const maxInputBytes = 16 * 1024 * 1024;
const surfaces = ['prompt', 'tool_call', 'tool_result'] as const;

const row = z.looseObject({ id: z.union([z.string(), z.number()]), surface: z.enum(surfaces).default('prompt'), text: z.string(), tool: z.string().min(1).optional() });

/** Round figures for a person; JSON has them whole. */
const figure = (value: number | null) => (value === null ? 'unknown' : value.toFixed(3));

function sentence(answer: ClassifierAnswer): string {
  return `${answer.prediction}  score ${figure(answer.score)}, threshold ${figure(answer.threshold)}, category ${printable(answer.category)}`;
}

/** What a person who asks is told; the passages are the text's own, so control characters are made visible. */
function reasons({ tier, rules, encodings, passage }: Explanation): string[] {
  return [
    `tier: ${tier}`,
    rules.length === 0 ? 'rules: none was hit; the model judged by its words alone' : 'rules hit, the gravest first:',
    ...rules.slice(0, 12).map((rule) => `  ${rule.id} (${rule.category}, severity ${String(rule.severity)}): ${printable(rule.text)}`),
    ...(encodings.length === 0 ? [] : [`found in text that was hidden by: ${encodings.join(', then ')}`]),
    `most telling passage${encodings.length === 0 ? '' : ', decoded'}: ${passage === '' ? '(none)' : printable(passage)}`,
  ];
}

async function eachRow(context: Context, classifier: Classifier): Promise<Outcome> {
  const lines = readline.createInterface({ input: context.stdin, crlfDelay: Infinity });
  let number = 0;
  let failures = 0;
  for await (const text of lines) {
    number += 1;
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    const parsed = row.safeParse(value);
    if (!parsed.success) {
      failures += 1;
      const id = z.looseObject({ id: z.union([z.string(), z.number()]) }).safeParse(value);
      context.out.row({ id: id.success ? id.data.id : null, line: number, error: { code: 'bad-row', sentence: `Line ${String(number)} is not {"id", "surface", "text"} with a surface of ${surfaces.join(', ')}.` } });
      continue;
    }
    const { id, surface, text: content, tool } = parsed.data;
    const answer = await classifier({ surface, text: content, ...(tool ? { toolName: tool } : {}) });
    if (answer.ok) context.out.row({ id, ...answer.value });
    else {
      failures += 1;
      context.out.row({ id, line: number, error: answer.failure });
    }
  }
  return { exit: failures === 0 ? 0 : 1, lines: [], data: null };
}

export const classifyCommand: Command = {
  name: 'classify',
  summary: 'ask the configured classifier about a text',
  usage: 'classify [--surface SURFACE] [--explain] [--jsonl] < TEXT',
  about: [
    'Reads a text from standard input and says what the classifier of the installed harnesses makes of it; without an installation, what the embedded one does. Nothing is stored. With a remote classifier the text is sent to it.',
    'Exit status: 0 benign, 1 malicious. With --jsonl: 0 when every row was answered, 1 when some were not.',
    'The embedded classifier is a small trained model with rules. It knows attacks that say what they do; it misses requests that read like any other, and it is no reason to paste secrets anywhere.',
  ],
  examples: [
    ['classify < notes.md', 'judge a file as if it were a prompt'],
    ['classify --surface tool_result --json < page.html', 'judge a web page that a tool brought back'],
    ['classify --explain --surface tool_result < page.html', 'say which rules were hit, and which passage weighed most'],
    ['classify --jsonl < rows.jsonl', 'rows {"id", "surface", "text"} in; a line {"id", "prediction", "score", "threshold", "category"} per row out'],
  ],
  arguments: {
    options: {
      surface: { type: 'string', choices: surfaces, help: 'What the text is: a prompt (the default), a tool call, or a tool result.' },
      tool: { type: 'string', value: 'NAME', help: "The tool's name, for tool calls and results." },
      explain: { type: 'boolean', help: 'Say why: rules hit, the most telling passage, what was decoded. The embedded classifier only; quotes the text.' },
      jsonl: { type: 'boolean', help: 'One JSON row per line in, one per line out.' },
      classifier: { type: 'string', choices: ['configured', 'embedded'], help: 'Ask the embedded classifier whatever is configured.' },
      harness: { type: 'string', choices: harnessNames, help: 'Whose configuration counts; the first installed one when left out.' },
    },
    positionals: null,
  },
  needsHome: true,
  async run(context, given) {
    const { machine, out, stdin } = context;
    if (stdin.isTTY) out.aside('Type or paste the text, then Ctrl-D.');
    const harness = harnessIds(given.list('harness'))[0] ?? null;
    const chosen: Result<Parameters<typeof classifierOf>[0]> = given.text('classifier') === 'embedded' ? { ok: true, value: { kind: 'embedded' } } : await configuredClassifier(machine, harness);
    if (!chosen.ok) return stopped(chosen.failure);
    if (given.flag('explain') && given.flag('jsonl')) return stopped({ code: 'option-conflict', sentence: '--explain answers one text at a time: leave --jsonl out.' });
    if (given.flag('explain') && chosen.value.kind === 'remote') return stopped({ code: 'option-conflict', sentence: 'Only the embedded classifier can say why. Add --classifier embedded to ask it.' });
    if (chosen.value.kind === 'remote') out.hide(chosen.value.apiKey);
    const classifier = classifierOf(chosen.value);
    if (given.flag('jsonl')) {
      if (given.text('surface') !== undefined || given.text('tool') !== undefined) return stopped({ code: 'option-conflict', sentence: 'With --jsonl each row names its own surface and tool: leave --surface and --tool out.' });
      return eachRow(context, classifier);
    }
    const text = await readInput(stdin, maxInputBytes);
    if (text === null) return stopped({ code: 'too-large', sentence: `The text is larger than ${String(maxInputBytes / 1024 / 1024)} MiB.` });
    if (text === '') return stopped({ code: 'no-text', sentence: 'There is no text on standard input. For example: silmaril classify < FILE' });
    const tool = given.text('tool');
    const input: ClassifierInput = { surface: surfaces.find((name) => name === given.text('surface')) ?? 'prompt', text, ...(tool ? { toolName: tool } : {}) };
    if (given.flag('explain')) {
      const found = explainEmbedded(input);
      const { prediction, score, threshold, riskClass: category, tier, rules, encodings, passage } = found;
      const value = { prediction, score, threshold, category };
      return { exit: prediction === 'MALICIOUS' ? 1 : 0, lines: [sentence(value), ...reasons(found), 'asked: the embedded classifier'], data: { ok: true, ...value, classifier: 'embedded', tier, rules, encodings, passage } };
    }
    const answer = await classifier(input);
    if (!answer.ok) return stopped(answer.failure);
    return { exit: answer.value.prediction === 'MALICIOUS' ? 1 : 0, lines: [sentence(answer.value), `asked: the ${chosen.value.kind} classifier`], data: { ok: true, ...answer.value, classifier: chosen.value.kind } };
  },
};
