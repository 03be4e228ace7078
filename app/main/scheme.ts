// The window's pages come from `silmaril://app/`, served from one folder: no file:// (which may read
// the whole disk), no network. Every answer carries the content policy.
import fs from 'node:fs/promises';
import path from 'node:path';

export const scheme = 'silmaril';
export const origin = `${scheme}://app`;

/**
 * Nothing but our own files: no network from the page, no inline script or style, no frames, no forms,
 * and no string may become markup or script (Trusted Types without any policy).
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export type Served = { readonly status: 200; readonly file: string; readonly type: string } | { readonly status: 403 | 404 | 405 };

/**
 * Which file a request means, without touching the disk. Only GET, only our host, only known types, and
 * only paths that stay in the folder after every decoding.
 */
export function resolveRequest(root: string, method: string, address: string): Served {
  if (method !== 'GET') return { status: 405 };
  if (!URL.canParse(address)) return { status: 403 };
  const url = new URL(address);
  if (url.protocol !== `${scheme}:` || url.host !== 'app' || url.username !== '' || url.password !== '') return { status: 403 };
  let name: string;
  try {
    name = decodeURIComponent(url.pathname);
  } catch {
    return { status: 403 };
  }
  // A second layer of encoding, a backslash or a NUL has no business in a name of ours.
  if (/[%\\\0]/.test(name)) return { status: 403 };
  const file = path.resolve(root, `.${name === '/' ? '/index.html' : name}`);
  if (!file.startsWith(root + path.sep)) return { status: 403 };
  const type = types[path.extname(file)];
  return type === undefined ? { status: 404 } : { status: 200, file, type };
}

/** @param root absolute path of the folder that holds `index.html` */
export function schemeHandler(root: string): (request: { readonly method: string; readonly url: string }) => Promise<Response> {
  const headers = { 'content-security-policy': contentPolicy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' };
  return async ({ method, url }) => {
    const found = resolveRequest(root, method, url);
    if (found.status !== 200) return new Response(null, { status: found.status, headers });
    try {
      const bytes = await fs.readFile(found.file);
      return new Response(new Uint8Array(bytes), { status: 200, headers: { ...headers, 'content-type': found.type } });
    } catch {
      return new Response(null, { status: 404, headers });
    }
  };
}
