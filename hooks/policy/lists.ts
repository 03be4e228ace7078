// The person's lists and approvals, applied to what a call would run. They add denials and questions; they
// never take a denial of a pack back.
import type { CommandFact, Fact } from './facts.ts';
import type { Approval, Policy } from './policy.ts';
import { type Hit, wordsOf } from './rules/hit.ts';
import { tierOf } from './tiers.ts';
import { shown } from './values.ts';

const TOOLCHAIN = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix\/store|snap|System|Library\/(?:Frameworks|Developer)|Applications\/Xcode[^/]*\.app)(?:\/|$)|\/(?:\.nvm\/versions|\.pyenv\/versions|\.rbenv\/versions|\.rustup\/toolchains|\.cargo\/registry|\.asdf\/installs|\.volta\/tools|\.sdkman\/candidates|\.bun|\.deno|go\/pkg\/mod|miniconda3|anaconda3)(?:\/|$)/;

function matches(list: readonly string[], fact: CommandFact): boolean {
  return list.some((entry) => (entry.includes('/') ? fact.argv[0] === entry : fact.name === entry.toLowerCase()));
}

export function deniedByList(facts: readonly Fact[], policy: Policy): Hit | null {
  if (policy.deniedCommands.length === 0) return null;
  for (const fact of facts) if (fact.kind === 'command' && matches(policy.deniedCommands, fact)) return { ruleId: 'denied-command', matched: wordsOf(fact) };
  return null;
}

export interface Question {
  readonly about: Approval;
  readonly matched: string;
}

/** What the person wants to be asked about, in the order of the facts; null: nothing. */
export function questionFor(facts: readonly Fact[], policy: Policy, expand: (path: string) => string): Question | null {
  if (!Object.values(policy.approvals).some(Boolean)) return null;
  const extra = new Set(policy.allowedCommands);
  const roots = policy.readableRoots.map(expand);
  for (const fact of facts) {
    if (fact.kind === 'command' && !fact.remote) {
      const words = wordsOf(fact);
      const { tier, inlineCode, code, recognised } = tierOf(fact, extra);
      // Inline code asks even for a program that is approved: the approval was for the program, not for any text.
      if (inlineCode && policy.approvals.code && !policy.allowEvalFlags) return { about: 'code', matched: words };
      if (matches(policy.autoApprove, fact)) continue;
      if (code && policy.approvals.code) return { about: 'code', matched: words };
      if (!recognised && policy.approvals.unrecognised) return { about: 'unrecognised', matched: words };
      if (policy.approvals[tier]) return { about: tier, matched: words };
    }
    if (fact.kind === 'path' && fact.act === 'read' && policy.approvals['outside-read'] && fact.place.area === 'outside') {
      const path = fact.place.path ?? '';
      if (policy.readToolchains && TOOLCHAIN.test(path)) continue;
      if (roots.some((root) => path === root || path.startsWith(`${root}/`))) continue;
      return { about: 'outside-read', matched: shown(fact.place.text) };
    }
    if (fact.kind === 'path' && fact.act === 'write' && fact.by === '' && policy.approvals.write) return { about: 'write', matched: shown(fact.place.text) };
  }
  return null;
}
