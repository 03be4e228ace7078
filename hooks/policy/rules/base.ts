// Base protection: what no agent needs to do, in any project.
import type { Fact, PathFact } from '../facts.ts';
import { shown } from '../values.ts';
import type { Hit, RuleContext } from './hit.ts';

const BLOCK_DEVICE = /^\/dev\/(?:r?disk\d|[shv]d[a-z\uE000-\uE00F]|xvd[a-z\uE000-\uE00F]|nvme\d|mmcblk\d|md\d|md\/|dm-\d|mapper\/|loop\d|sr\d|ram\d|vg|mem$|kmem$|port$|nbd\d|zvol\/|fd\d|disk\/|block\/)/;

/**
 * The agents' own plan and memory folders may be written, never deleted: `<config>/plans/` and
 * `<config>/projects/<project>/memory/`.
 */
function isOwnNotes(fact: PathFact, context: RuleContext): boolean {
  const { path } = fact.place;
  if (path === null || fact.act !== 'write' || fact.metadataOnly === true) return false;
  return context.agentFolders.some((folder) => {
    const real = context.locator.real(folder);
    if (!path.startsWith(`${real}/`)) return false;
    const rest = path.slice(real.length + 1);
    // Making the folder of the plans belongs to writing the first one.
    return /^plans\/[^/]/.test(rest) || (rest === 'plans' && fact.by === 'mkdir') || /^projects\/[^/]+\/memory(?:\/|$)/.test(rest);
  });
}

function pathRule(fact: PathFact, context: RuleContext): Hit | null {
  const { place, act } = fact;
  const matched = `${fact.by} ${shown(place.text)}`.trim();
  if (act === 'write' && place.path !== null && BLOCK_DEVICE.test(place.path)) return { ruleId: 'disk', matched };
  if (act === 'delete' || act === 'move') {
    if (place.path !== null && BLOCK_DEVICE.test(place.path)) return { ruleId: 'disk', matched };
    if (place.area === 'outside' || place.area === 'root') return { ruleId: 'delete-outside', matched };
    return place.area === 'unknown' ? { ruleId: 'delete-unresolved', matched } : null;
  }
  if (act === 'write' && place.area === 'outside') return isOwnNotes(fact, context) ? null : { ruleId: 'write-outside', matched };
  return null;
}

export function baseRule(fact: Fact, context: RuleContext): Hit | null {
  switch (fact.kind) {
    case 'elevation':
      return { ruleId: 'elevation', matched: fact.words };
    case 'pipe-to-shell':
      return { ruleId: 'pipe-to-shell', matched: fact.words };
    case 'download-run':
      return { ruleId: 'download-exec', matched: fact.words };
    case 'disk':
      return { ruleId: 'disk', matched: fact.words };
    case 'fork-bomb':
      return { ruleId: 'fork-bomb', matched: fact.words };
    case 'power':
      return { ruleId: 'power', matched: fact.words };
    case 'path':
      return pathRule(fact, context);
    default:
      return null;
  }
}
