// What a text asks for: the targets of a request in a tool's result, and what kinds of action the person asked for. Pure.
import { MAX_TARGETS, plainText, targetsOf } from './targets.ts';

/** `send`: something goes out; `run`: something from outside is executed. */
export type Intent = 'send' | 'run';

const ASKS = /\b(?:upload|forward|send|share|post|push|copy|sync|run|execute|install|add|register|submit|report|e-?mail|mail|download|transfer|publish|attach|notify|invite|deliver|put|paste|call|use|lade|sende|schicke?|teile|installiere|f(?:ü|ue)hre|envoie|envoyez|envía|ejecuta|instala)\b/iu;
const SEND = /\b(?:send|repl(?:y|ies)|answer|forward|shar(?:e|ing)|post|publish|upload|push|submit|invite|register|sync|deploy|(?:e?mail|message|comment|release)(?= (?:it|them|this|that|these|him|her|to|on)\b)|notify|transfer|copy|back ?up|export|send\w*|schick\w*|antwort\w*|teil\w*|lad\w* hoch|veröffentlich\w*|envoie\w*|envoyer|répond\w*|publie\w*|env[ií]a\w*|responde\w*|publica\w*)\b/iu;
const RUN = /\b(?:install|run|execute|set ?up|setup|try|build|upgrade|update|start|bootstrap|reproduce|installier\w*|ausführ\w*|führ\w*|einricht\w*|starte?|instal\w*|ejecut\w*|exécut\w*|lance\w*)\b/iu;
/** The person hands over to what a text says: whatever it names was asked for. */
const DELEGATES = /(?:(?:^|[.,;:\n]|\b(?:please|then|and|now))\s*do\b)|\b(?:follow|apply|complete|finish|work (?:on|through)|handle|process|implement|carry out|take care|as (?:it|the|its|they|described|instructed)|says|instructions?|steps|befolg\w*|erledig\w*|mach\w*|suis|sigue|haz)\b/iu;

/** Targets that sentences which ask for something name; at most 32. */
export function requestedTargets(text: string): readonly string[] {
  const found = new Set<string>();
  for (const sentence of plainText(text).split(/[.!?;](?=\s|$)|\n/)) {
    if (!ASKS.test(sentence.slice(0, 2_000))) continue;
    for (const target of targetsOf(sentence)) if (found.size < MAX_TARGETS) found.add(target);
  }
  return [...found];
}

/** What the person's own prompt asks for; an action of such a kind is never held against a later call. */
export function intentsOf(prompt: string): readonly Intent[] {
  const text = plainText(prompt);
  if (DELEGATES.test(text)) return ['send', 'run'];
  return [...(SEND.test(text) ? (['send'] as const) : []), ...(RUN.test(text) ? (['run'] as const) : [])];
}
