// Allow once: a denied call gets a code that only the person is shown; with it the same call passes one time.
//
//   <support>/Grants/offer-<hash of the code>.json      written when a call is denied
//   <support>/Grants/grant-<hash of the call>.json      made from an offer by `silmaril allow-once CODE`
//   <support>/Grants/session-<hash of the session and a kind>.json   made from an offer by `silmaril allow-once CODE --session`
//
// Names are keyed hashes (the receipts' key), so neither the code nor the command can be read from them. A grant is taken
// by renaming it: of several hooks that run at once exactly one gets it. Times are wall times in milliseconds.
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { canonicalJson } from './canonical-json.ts';
import { readPrivateFile } from './private-file.ts';
import { ensurePrivateFolder, publish } from './private-folder.ts';
import { supportFolder } from './product.ts';

/** Of a code since the denial, and of a grant since it was given. */
export const GRANT_MS = 600_000;

/** Of a word on all calls of a kind in one session: a session that is opened again on another day is asked anew. */
export const SESSION_GRANT_MS = 43_200_000;

/** Offers and grants that are kept; a denial beyond them replaces the oldest. */
const MAX_FILES = 64;
const MAX_FILE_BYTES = 4_096;
const KEY = /^[0-9a-f]{64}$/;
/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

export interface GrantedCall {
  readonly harness: string;
  readonly sessionId: string;
  readonly cwd: string | null;
  readonly toolName: string;
  readonly input: unknown;
}

export interface Offer {
  readonly harness: string;
  readonly ruleId: string;
  /** Keyed hash of the call and the rule. */
  readonly call: string;
  readonly at: number;
  /** Where a kind of calls is asked about: which, and keyed hash of the session and the kind. */
  readonly kind?: { readonly about: string; readonly session: string };
}

const folderOf = (home: string): string => `${supportFolder(home)}/Grants`;

/** Null where nothing was ever installed by an installer: then nothing can be allowed once. */
function keyOf(home: string): string | null {
  const read = readPrivateFile(`${supportFolder(home)}/Receipts/.key`, MAX_FILE_BYTES);
  const key = read.state === 'read' ? read.text.trim() : '';
  return KEY.test(key) ? key : null;
}

// Loaded only where a call is denied.
function keyed(key: string, purpose: string, text: string): string {
  const crypto = process.getBuiltinModule('node:crypto');
  return crypto.createHmac('sha256', Buffer.from(key, 'hex')).update(`allow-once ${purpose}\n${text}`).digest('hex');
}

/** What a harness adds for people: a repeated call may say it in other words. */
const REMARKS = new Set(['description', 'explanation', 'goal', 'timeout']);

/** Null for a call of too many parts to be taken apart: nothing would tell it from another. */
function callHash(key: string, { harness, sessionId, cwd, toolName, input }: GrantedCall, ruleId: string): string | null {
  const isShell = typeof input === 'object' && input !== null && 'command' in input;
  const essential = isShell ? Object.fromEntries(Object.entries(input).filter(([name]) => !REMARKS.has(name))) : input;
  const text = canonicalJson({ harness, sessionId, cwd, toolName, input: essential, ruleId });
  return text === null ? null : keyed(key, 'call', text);
}

/** The code as a person may type it, to the one form that is hashed; null: it cannot be one. */
export function normalCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((char) => ALPHABET.includes(char)) ? code : null;
}

/** @returns the code to show to the person, or null when none could be kept */
export function offerOnce(home: string, call: GrantedCall, ruleId: string, now = Date.now(), about: string | null = null): string | null {
  const key = keyOf(home);
  const folder = folderOf(home);
  const hash = key === null ? null : callHash(key, call, ruleId);
  if (key === null || hash === null || !ensurePrivateFolder(folder)) return null;
  sweep(folder, now);
  const bytes = process.getBuiltinModule('node:crypto').randomBytes(CODE_LENGTH);
  const code = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const offer: Offer = { harness: call.harness, ruleId, call: hash, at: now, ...(about !== null && { kind: { about, session: sessionHash(key, call, about) } }) };
  const file = `${folder}/offer-${keyed(key, 'code', code)}.json`;
  return publish(`${file}.tmp`, file, JSON.stringify(offer)) ? `${code.slice(0, 4)}-${code.slice(4)}` : null;
}

export type Granted = { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly reason: 'not-a-code' | 'unknown' | 'expired' | 'not-written' | 'no-kind' };

/** Turns an offer into a grant. The person's act: who may call this is the caller's business. */
/** @param session true: all calls of this kind in this session, where the offer is of a kind */
export function grantOnce(home: string, typed: string, now = Date.now(), session = false): Granted {
  const code = normalCode(typed);
  if (code === null) return { ok: false, reason: 'not-a-code' };
  const key = keyOf(home);
  if (key === null) return { ok: false, reason: 'unknown' };
  const folder = folderOf(home);
  const offered = `${folder}/offer-${keyed(key, 'code', code)}.json`;
  const offer = take(offered);
  if (offer === null) return { ok: false, reason: 'unknown' };
  if (!isFresh(offer.at, now)) return { ok: false, reason: 'expired' };
  if (session && offer.kind === undefined) {
    // The code is still good for what it was shown for.
    publish(`${offered}.${process.pid}.tmp`, offered, JSON.stringify(offer));
    return { ok: false, reason: 'no-kind' };
  }
  const file = session && offer.kind ? `${folder}/session-${offer.kind.session}.json` : `${folder}/grant-${offer.call}.json`;
  return publish(`${file}.${process.pid}.tmp`, file, JSON.stringify({ ...offer, at: now })) ? { ok: true, offer } : { ok: false, reason: 'not-written' };
}

function sessionHash(key: string, { harness, sessionId }: Pick<GrantedCall, 'harness' | 'sessionId'>, about: string): string {
  return keyed(key, 'session', JSON.stringify([harness, sessionId, about]));
}

/** Which of these kinds the person has allowed for this session. Nothing is taken: it holds until it expires. */
export function allowedInSession<K extends string>(home: string, call: Pick<GrantedCall, 'harness' | 'sessionId'>, kinds: readonly K[], now = Date.now()): readonly K[] {
  const folder = folderOf(home);
  if (kinds.length === 0 || !namesIn(folder).some((name) => name.startsWith('session-'))) return [];
  const key = keyOf(home);
  if (key === null) return [];
  return kinds.filter((kind) => {
    const read = readPrivateFile(`${folder}/session-${sessionHash(key, call, kind)}.json`, MAX_FILE_BYTES);
    const grant = read.state === 'read' ? parse(read.text) : null;
    return grant?.kind?.about === kind && isFresh(grant.at, now, SESSION_GRANT_MS);
  });
}

/** The rules that no grant covers; empty: the call may pass. Nothing is taken yet. */
export function rulesWithoutGrant<R extends string>(home: string, call: GrantedCall, ruleIds: readonly R[]): readonly R[] {
  const names = namesIn(folderOf(home));
  if (!names.some((name) => name.startsWith('grant-'))) return ruleIds;
  const key = keyOf(home);
  return key === null ? ruleIds : ruleIds.filter((ruleId) => !names.includes(`grant-${callHash(key, call, ruleId) ?? ''}.json`));
}

/** Takes the grant of every rule. @returns false when one was taken by another hook, or has expired: deny then */
export function takeGrants(home: string, call: GrantedCall, ruleIds: readonly string[], now = Date.now()): boolean {
  const key = keyOf(home);
  if (key === null || ruleIds.length === 0) return false;
  return ruleIds.every((ruleId) => {
    const hash = callHash(key, call, ruleId);
    const grant = hash === null ? null : take(`${folderOf(home)}/grant-${hash}.json`);
    return grant !== null && grant.call === hash && grant.ruleId === ruleId && isFresh(grant.at, now);
  });
}

/** A time in the future is as good as none: the clock was set back. */
const isFresh = (at: number, now: number, ms = GRANT_MS): boolean => at <= now && now - at <= ms;

/** Reads a file that nobody else can read after us. */
function take(file: string): Offer | null {
  const taken = `${file}.${process.pid}-${process.hrtime.bigint()}.taken`;
  try {
    renameSync(file, taken);
    const read = readPrivateFile(taken, MAX_FILE_BYTES);
    rmSync(taken, { force: true });
    return read.state === 'read' ? parse(read.text) : null;
  } catch {
    return null;
  }
}

function parse(text: string): Offer | null {
  try {
    const { harness, ruleId, call, at, kind } = JSON.parse(text) as Partial<Record<keyof Offer, unknown>>;
    if (typeof harness !== 'string' || typeof ruleId !== 'string' || typeof call !== 'string' || !KEY.test(call) || typeof at !== 'number') return null;
    const { about, session } = (typeof kind === 'object' && kind !== null ? kind : {}) as { about?: unknown; session?: unknown };
    return { harness, ruleId, call, at, ...(typeof about === 'string' && typeof session === 'string' && KEY.test(session) && { kind: { about, session } }) };
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes what has expired, what is no offer, and the oldest beyond the bound. */
function sweep(folder: string, now: number): void {
  const kept: { readonly file: string; readonly at: number }[] = [];
  for (const name of namesIn(folder)) {
    const file = `${folder}/${name}`;
    const read = readPrivateFile(file, MAX_FILE_BYTES);
    const offer = read.state === 'read' && name.endsWith('.json') ? parse(read.text) : null;
    if (offer !== null && isFresh(offer.at, now, name.startsWith('session-') ? SESSION_GRANT_MS : GRANT_MS)) kept.push({ file, at: offer.at });
    // Another hook may be about to rename its own temporary file.
    else if (read.state !== 'read' || now - read.stat.mtimeMs > GRANT_MS) rmSync(file, { force: true });
  }
  kept.sort((a, b) => b.at - a.at);
  for (const { file } of kept.slice(MAX_FILES - 1)) rmSync(file, { force: true });
}
