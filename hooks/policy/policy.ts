// The person's policy: which packs are on, the lists, what asks for approval. One private file on this
// computer, and one optional file in a workspace that can only tighten.
import { PACKS, type PackId } from './table.ts';
import { stripComments } from './parse/jsonc.ts';
import { type Provider, ProviderShape, readProviders } from './providers.ts';

export type Tier = 'read' | 'write' | 'network' | 'destructive';

/** What the person wants to be asked about; all off by default. */
export type Approval = Tier | 'code' | 'unrecognised' | 'outside-read';

export type McpDecision = 'allow' | 'ask' | 'deny';

export interface Policy {
  readonly packs: Readonly<Record<PackId, boolean>>;
  /** Programs that never run. Wins over everything. */
  readonly deniedCommands: readonly string[];
  /** Programs that count as recognised. */
  readonly allowedCommands: readonly string[];
  /** Programs whose approvals are skipped. Never weakens a pack. */
  readonly autoApprove: readonly string[];
  /** Inline code (`python -c`) is not asked about. */
  readonly allowEvalFlags: boolean;
  /** Installed toolchains may be read without asking. */
  readonly readToolchains: boolean;
  /** More folders that may be read without asking (absolute, or `~/…`). */
  readonly readableRoots: readonly string[];
  /** Folders outside the working folder that may be written, as caches of tools need it (absolute, or `~/…`). */
  readonly writableRoots: readonly string[];
  /** Configuration folders of agents, whose plans and memory the agent may write. */
  readonly agentFolders: readonly string[];
  readonly approvals: Readonly<Record<Approval, boolean>>;
  /** By tool name as the harness says it, or `mcp__server__*`. */
  readonly mcpTools: Readonly<Record<string, McpDecision>>;
  /** By the absolute path of a project: programs whose approvals are skipped there. Never weakens a pack, and never comes from the project. */
  readonly projects: Readonly<Record<string, { readonly autoApprove: readonly string[] }>>;
  /** External checkers that are asked where the packs say nothing. Only the person's own file can name one. */
  readonly providers: readonly Provider[];
}

const packDefaults = Object.fromEntries(PACKS.map(function (pack) {
  return [pack.id, pack.onByDefault];
})) as Record<PackId, boolean>;

const APPROVALS: readonly Approval[] = ['read', 'write', 'network', 'destructive', 'code', 'unrecognised', 'outside-read'];

export const DEFAULT_POLICY: Policy = {
  packs: packDefaults,
  deniedCommands: [],
  allowedCommands: [],
  autoApprove: [],
  allowEvalFlags: false,
  readToolchains: true,
  readableRoots: [],
  writableRoots: [],
  agentFolders: ['~/.claude'],
  approvals: { read: false, write: false, network: false, destructive: false, code: false, unrecognised: false, 'outside-read': false },
  mcpTools: {},
  projects: {},
  providers: [],
};

/** Every pack on: what `explain --packs all` and the corpus tests use. */
export const ALL_PACKS: Policy = {
  ...DEFAULT_POLICY, packs: Object.fromEntries(PACKS.map(function (pack) {
    return [pack.id, true];
  })) as Record<PackId, boolean>
};

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: { readonly code: 'policy-not-json' | 'policy-shape' | 'policy-too-large'; readonly sentence: string } };

/** UTF-16 units of a policy file. */
export const MAX_POLICY_CHARS = 65_536;
const MAX_LIST = 512;

type Fields = Readonly<Record<string, unknown>>;

function readObject(text: string): Parsed<Fields> {
  if (text.length > MAX_POLICY_CHARS) return { ok: false, failure: { code: 'policy-too-large', sentence: `The policy file is larger than ${String(MAX_POLICY_CHARS / 1024)} KiB; shorten its lists.` } };
  let value: unknown;
  try {
    value = JSON.parse(stripComments(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    return { ok: false, failure: { code: 'policy-not-json', sentence: `The policy file is not valid JSON (comments are allowed): ${error instanceof Error ? error.message : 'it cannot be read'}.` } };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shape('the file', 'an object');
  return { ok: true, value: value as Fields };
}

function shape(name: string, wanted: string): { readonly ok: false; readonly failure: { readonly code: 'policy-shape'; readonly sentence: string } } {
  return { ok: false, failure: { code: 'policy-shape', sentence: `In the policy file, ${name} must be ${wanted}.` } };
}

class Shape extends Error { }

function strings(fields: Fields, name: string): readonly string[] | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > MAX_LIST || !value.every((item): item is string => typeof item === 'string' && item.length > 0 && item.length <= 1_024)) throw new Shape(`"${name}" must be a list of at most ${String(MAX_LIST)} short strings`);
  return value;
}

function flag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') throw new Shape(`"${name}" must be true or false`);
  return value;
}

function flags<K extends string>(fields: Fields, name: string, keys: readonly K[], defaults: Readonly<Record<K, boolean>>): Record<K, boolean> {
  const out: Record<K, boolean> = { ...defaults };
  const value = fields[name];
  if (value === undefined) return out;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Shape(`"${name}" must be an object of true and false`);
  for (const [key, each] of Object.entries(value)) {
    if (!(keys as readonly string[]).includes(key)) throw new Shape(`"${name}.${key}" is not known; known are ${keys.join(', ')}`);
    if (typeof each !== 'boolean') throw new Shape(`"${name}.${key}" must be true or false`);
    out[key as K] = each;
  }
  return out;
}

function mcp(fields: Fields): Readonly<Record<string, McpDecision>> {
  const value = fields['mcpTools'];
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Shape('"mcpTools" must be an object of tool names');
  const out: Record<string, McpDecision> = {};
  for (const [name, each] of Object.entries(value)) {
    if (each !== 'allow' && each !== 'ask' && each !== 'deny') throw new Shape(`"mcpTools.${name}" must be "allow", "ask" or "deny"`);
    out[name] = each;
  }
  return out;
}

function projects(fields: Fields): Policy['projects'] {
  const value = fields['projects'];
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length > MAX_LIST) throw new Shape('"projects" must be an object of project folders');
  const out: Record<string, { readonly autoApprove: readonly string[] }> = {};
  for (const [folder, each] of Object.entries(value)) {
    if (!folder.startsWith('/')) throw new Shape('"projects" must name folders by their absolute paths');
    if (typeof each !== 'object' || each === null || Array.isArray(each) || Object.keys(each).some((key) => key !== 'autoApprove')) throw new Shape('each of "projects" must be an object with "autoApprove"');
    out[folder.length > 1 ? folder.replace(/\/+$/, '') : folder] = { autoApprove: strings(each as Fields, 'autoApprove') ?? [] };
  }
  return out;
}

/** The policy as it counts in this project. @param root absolute; null: not known */
export function inProject(policy: Policy, root: string | null): Policy {
  const own = root === null || !Object.hasOwn(policy.projects, root) ? undefined : policy.projects[root];
  return own === undefined || own.autoApprove.length === 0 ? policy : { ...policy, autoApprove: [...policy.autoApprove, ...own.autoApprove] };
}

const PACK_IDS = PACKS.map(function (pack) {
  return pack.id;
});
const KNOWN = new Set(['$schema', 'version', 'packs', 'deniedCommands', 'allowedCommands', 'autoApprove', 'allowEvalFlags', 'readToolchains', 'readableRoots', 'writableRoots', 'agentFolders', 'approvals', 'mcpTools', 'projects', 'providers']);

function guarded<T>(text: string, build: (fields: Fields) => T): Parsed<T> {
  const read = readObject(text);
  if (!read.ok) return read;
  try {
    for (const key of Object.keys(read.value)) if (!KNOWN.has(key)) throw new Shape(`"${key}" is not a known setting`);
    return { ok: true, value: build(read.value) };
  } catch (error) {
    if (error instanceof Shape || error instanceof ProviderShape) return { ok: false, failure: { code: 'policy-shape', sentence: `In the policy file, ${error.message}.` } };
    throw error;
  }
}

/** Reads the private policy file (JSON with comments). What it leaves out has the default. */
export function parsePolicy(text: string): Parsed<Policy> {
  return guarded(text, (fields) => ({
    packs: flags(fields, 'packs', PACK_IDS, DEFAULT_POLICY.packs),
    deniedCommands: strings(fields, 'deniedCommands') ?? [],
    allowedCommands: strings(fields, 'allowedCommands') ?? [],
    autoApprove: strings(fields, 'autoApprove') ?? [],
    allowEvalFlags: flag(fields, 'allowEvalFlags') ?? false,
    readToolchains: flag(fields, 'readToolchains') ?? true,
    readableRoots: strings(fields, 'readableRoots') ?? [],
    writableRoots: strings(fields, 'writableRoots') ?? [],
    agentFolders: strings(fields, 'agentFolders') ?? DEFAULT_POLICY.agentFolders,
    approvals: flags(fields, 'approvals', APPROVALS, DEFAULT_POLICY.approvals),
    mcpTools: mcp(fields),
    projects: projects(fields),
    providers: readProviders(fields['providers']),
  }));
}

/** What a workspace file may say; everything that would loosen is ignored, not an error. */
export interface WorkspacePolicy {
  readonly packs: Readonly<Record<PackId, boolean>>;
  readonly deniedCommands: readonly string[];
  readonly readToolchains: boolean;
  readonly approvals: Readonly<Record<Approval, boolean>>;
  readonly mcpTools: Readonly<Record<string, McpDecision>>;
}

export function parseWorkspacePolicy(text: string): Parsed<WorkspacePolicy> {
  const none = Object.fromEntries(PACK_IDS.map((id) => [id, false])) as Record<PackId, boolean>;
  return guarded(text, (fields) => ({
    packs: flags(fields, 'packs', PACK_IDS, none),
    deniedCommands: strings(fields, 'deniedCommands') ?? [],
    readToolchains: flag(fields, 'readToolchains') ?? true,
    approvals: flags(fields, 'approvals', APPROVALS, DEFAULT_POLICY.approvals),
    mcpTools: mcp(fields),
  }));
}

const STRICTER: Readonly<Record<McpDecision, number>> = { allow: 0, ask: 1, deny: 2 };

/** The workspace's word added to the person's: it can switch on, never off. */
export function tightened(policy: Policy, workspace: WorkspacePolicy): Policy {
  const either = <K extends string>(a: Readonly<Record<K, boolean>>, b: Readonly<Record<K, boolean>>): Record<K, boolean> => Object.fromEntries(Object.entries<boolean>(a).map(([key, value]) => [key, value || b[key as K]])) as Record<K, boolean>;
  const tools: Record<string, McpDecision> = { ...policy.mcpTools };
  for (const [name, decision] of Object.entries(workspace.mcpTools)) {
    const own = tools[name];
    if (decision !== 'allow' && (own === undefined || STRICTER[decision] > STRICTER[own])) tools[name] = decision;
  }
  return {
    ...policy,
    packs: either(policy.packs, workspace.packs),
    deniedCommands: [...policy.deniedCommands, ...workspace.deniedCommands],
    readToolchains: policy.readToolchains && workspace.readToolchains,
    approvals: either(policy.approvals, workspace.approvals),
    mcpTools: tools,
  };
}
