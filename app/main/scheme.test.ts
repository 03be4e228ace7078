import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contentPolicy, resolveRequest, schemeHandler } from './scheme.ts';

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'silmaril-scheme-')));
const root = path.join(base, 'renderer');
fs.mkdirSync(path.join(root, 'assets'), { recursive: true });
fs.writeFileSync(path.join(root, 'index.html'), '<!doctype html>');
fs.writeFileSync(path.join(root, 'assets', 'a.js'), '1');
fs.writeFileSync(path.join(base, 'secret.json'), '{}');
fs.mkdirSync(path.join(base, 'renderer-other'));
fs.writeFileSync(path.join(base, 'renderer-other', 'x.js'), '1');
afterAll(() => { fs.rmSync(base, { recursive: true, force: true }); });

describe('the app scheme', () => {
  it('serves the folder', async () => {
    expect(resolveRequest(root, 'GET', 'silmaril://app/')).toMatchObject({ status: 200, file: path.join(root, 'index.html') });
    const answer = await schemeHandler(root)({ method: 'GET', url: 'silmaril://app/assets/a.js?v=1#x' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('content-security-policy')).toBe(contentPolicy);
  });

  it.each([
    ['GET', 'silmaril://app/../secret.json'],
    ['GET', 'silmaril://app/%2e%2e/secret.json'],
    ['GET', 'silmaril://app/..%2fsecret.json'],
    ['GET', 'silmaril://app/%2e%2e%2fsecret.json'],
    ['GET', 'silmaril://app/%252e%252e%252fsecret.json'],
    ['GET', 'silmaril://app/..%5csecret.json'],
    ['GET', 'silmaril://app/..%2frenderer-other%2fx.js'],
    ['GET', 'silmaril://app/a%00.js'],
    ['GET', 'silmaril://app/%ff.js'],
    ['GET', 'silmaril://evil/index.html'],
    ['GET', 'silmaril://user@app/index.html'],
    ['GET', 'file:///etc/passwd'],
    ['GET', 'not an address'],
    ['POST', 'silmaril://app/index.html'],
    ['HEAD', 'silmaril://app/index.html'],
  ])('gives nothing for %s %s', async (method, url) => {
    const answer = await schemeHandler(root)({ method, url });
    expect(answer.status).toBeGreaterThanOrEqual(403);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-security-policy')).toBe(contentPolicy);
  });

  it('says 404 for what is not there and for types that it does not know', async () => {
    for (const name of ['none.js', 'x.exe', 'assets', 'assets/']) expect((await schemeHandler(root)({ method: 'GET', url: `silmaril://app/${name}` })).status).toBe(404);
  });

  it('lets nothing but our own files act in the page', () => {
    expect(contentPolicy).not.toMatch(/unsafe|https?:|\*/);
    for (const rule of ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) expect(contentPolicy.split('; ')).toContain(rule);
  });
});
