import type { Command } from './command.ts';
import { commonOptions } from './command.ts';
import type { OptionSpec } from './args.ts';
import { table } from './output.ts';

const product = 'silmaril: a firewall around the AI coding agents on this computer.';

/** Breaks a paragraph at `width` columns, between words. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - indent.length) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}

export function overview(commands: readonly Command[]): string[] {
  return [
    product,
    '',
    'Usage: silmaril COMMAND [OPTION...]',
    '',
    ...table(commands.map((command) => [command.name, command.summary]), '  '),
    '',
    'Start here:',
    ...table(
      [
        ['silmaril detect', 'which agents are on this computer'],
        ['silmaril install --all --plan', 'what would be changed; nothing is written'],
        ['silmaril install --all', 'install in shadow mode: watch, never interfere'],
        ['silmaril verify', 'prove that the installed hooks answer'],
        ['silmaril mode block', 'from now on, block'],
        ['silmaril uninstall --all', 'take everything out again'],
      ],
      '  ',
    ),
    '',
    'Every command takes --json and --help. Exit status: 0 fine, 1 a problem was found, 2 could not run.',
  ];
}

function optionRow([name, option]: readonly [string, OptionSpec]): [string, string] {
  const value = option.type === 'string' ? ` ${option.choices ? option.choices.join('|') : (option.value ?? 'VALUE')}` : '';
  return [`--${name}${value}`, option.help];
}

function optionLines(rows: readonly (readonly [string, string])[]): string[] {
  const column = Math.min(36, Math.max(...rows.map(([left]) => left.length)) + 4);
  return rows.flatMap(([left, right]) => {
    const text = wrap(right, 96 - column);
    const [first = '', ...rest] = text;
    const head = `  ${left}`;
    const pad = ' '.repeat(column);
    return head.length + 2 > column ? [head, ...text.map((line) => pad + line)] : [head.padEnd(column) + first, ...rest.map((line) => pad + line)];
  });
}

export function commandHelp(command: Command): string[] {
  const own = Object.entries(command.arguments.options);
  const common = Object.entries(commonOptions).filter(([name]) => command.needsHome || name !== 'user');
  return [
    `Usage: silmaril ${command.usage}`,
    '',
    ...command.about.flatMap((paragraph) => [...wrap(paragraph, 96), '']),
    'Options:',
    ...optionLines([...own, ...common].map(optionRow)),
    '',
    'Examples:',
    ...command.examples.flatMap(([line, what]) => [`  silmaril ${line}`, ...wrap(what, 96, '      ')]),
  ];
}
