// The classifier's address: https, unless the host is literally this computer.

export type Endpoint = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly code: 'url-invalid' | 'url-insecure' };

/** Stricter than the service's other clients on purpose: the key and the text must not cross a network in clear. */
export function parseEndpoint(text: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Credentials in a URL end up in logs.
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return { ok: false, code: 'url-invalid' };
  if (url.protocol === 'https:') return { ok: true, url };
  if (url.protocol !== 'http:') return { ok: false, code: 'url-invalid' };
  return isLoopback(url.hostname) ? { ok: true, url } : { ok: false, code: 'url-insecure' };
}

/** 127.0.0.0/8, ::1 or localhost, as the URL parser spells them; no name is looked up. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
