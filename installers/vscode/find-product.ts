// Is a product installed, and which version of it? An .app bundle or install folder, or an executable that leads to one.
import { access, constants, realpath } from 'node:fs/promises';
import path from 'node:path';
import { decodeText } from '../edit/text-bytes.ts';
import type { Machine } from '../engine/harness-installer.ts';
import { observe, readUserFile } from '../engine/read.ts';
import type { ProductVersion } from './product-version.ts';
import { productVersion } from './product-version.ts';
import type { Product } from './products.ts';
import { applicationPlaces, executablePlaces, PRODUCTS, resourcesBesideExecutable, resourcesOf } from './products.ts';

export interface FoundProduct {
  readonly product: Product;
  readonly present: boolean;
  readonly evidence: readonly string[];
  /** Of the application that was found; null when none says. */
  readonly version: ProductVersion | null;
  /** Application bundles or install folders: a portable copy keeps its data beside them. */
  readonly applications: readonly string[];
}

export async function findProduct(product: Product, machine: Machine): Promise<FoundProduct> {
  const evidence: string[] = [];
  const applications: string[] = [];
  const resources = new Set<string>();
  for (const application of applicationPlaces(product, machine)) {
    const inside = resourcesOf(application, machine.platform);
    if (!(await isFolder(machine.platform === 'darwin' ? application : inside))) continue;
    if ((await applicationName(inside)) === 'other') continue;
    evidence.push(application);
    applications.push(application);
    resources.add(await realpath(inside).catch(() => inside));
  }
  for (const executable of executablePlaces(product, machine)) {
    const real = await runnable(executable);
    if (real === null) continue;
    const candidates = [];
    for (const inside of resourcesBesideExecutable(real)) if (await isFolder(inside)) candidates.push(inside);
    const names = await Promise.all(candidates.map((inside) => applicationName(inside, product)));
    // Other editors install a `code` of their own.
    if (names.includes('other') && !names.includes('same')) continue;
    evidence.push(executable);
    const home = candidates[names.indexOf('same')];
    if (home === undefined) continue;
    resources.add(await realpath(home));
    if (machine.platform === 'linux' && home.endsWith('/resources/app')) applications.push(path.dirname(path.dirname(home)));
  }
  let version: ProductVersion | null = null;
  for (const inside of resources) version ??= await versionIn(inside);
  if (version) evidence.push(`${product.label} ${version.text}`);
  return { product, present: evidence.length > 0, evidence: [...new Set(evidence)], version, applications: [...new Set(applications)] };
}

async function applicationName(resources: string, product?: Product): Promise<'same' | 'other' | 'unknown'> {
  const json = await jsonObject(path.join(resources, 'product.json'));
  const name = json?.['applicationName'];
  if (typeof name !== 'string') return json === null && product && (await jsonObject(path.join(resources, 'package.json'))) !== null ? 'same' : 'unknown';
  if (product === undefined) return PRODUCTS.some((known) => known.applicationName === name) ? 'same' : 'other';
  return name === product.applicationName ? 'same' : 'other';
}

async function versionIn(resources: string): Promise<ProductVersion | null> {
  for (const name of ['package.json', 'product.json']) {
    const version = (await jsonObject(path.join(resources, name)))?.['version'];
    const parsed = typeof version === 'string' ? productVersion(version) : null;
    if (parsed) return parsed;
  }
  return null;
}

async function jsonObject(file: string): Promise<Record<string, unknown> | null> {
  const read = await readUserFile(file);
  if (!read.ok || read.value.seen.state !== 'file') return null;
  const text = decodeText(read.value.seen.bytes);
  if (!text.ok) return null;
  try {
    const parsed: unknown = JSON.parse(text.value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The real path of a file that may be run; null when there is none. */
async function runnable(file: string): Promise<string | null> {
  try {
    const real = await realpath(file);
    if ((await observe(real, 0)).state === 'folder') return null;
    await access(real, constants.X_OK);
    return real;
  } catch {
    return null;
  }
}

/** A folder, links followed. */
export async function isFolder(place: string): Promise<boolean> {
  const real = await realpath(place).catch(() => null);
  return real !== null && (await observe(real, 0)).state === 'folder';
}
