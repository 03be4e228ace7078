// What no page in this app may do, whoever loads it. Applied to every session and every web contents
// that ever comes to be, so that a window added later is guarded, too. Each guard is attacked in
// e2e/app/guards.test.ts on the real Electron.
import type { App, Session, WebContents } from 'electron';
import { scheme } from './scheme.ts';

/** Says what was stopped; the address is cut down to its origin, since a path may hold anything. */
export type OnStopped = (guard: 'navigation' | 'window' | 'webview' | 'permission' | 'request' | 'download', what: string) => void;

/** Permissions that a page gets. None: what the window needs of the system it asks main for. */
const granted: ReadonlySet<string> = new Set();

/** Requests that leave the process at all. `devtools:` only exists where DevTools do. */
function isOurs(url: string, devTools: boolean): boolean {
  return url.startsWith(`${scheme}://app/`) || (devTools && url.startsWith('devtools://'));
}

export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that does not parse';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

export function guardApp(app: Pick<App, 'on'>, devTools: boolean, onStopped: OnStopped): void {
  app.on('session-created', (session) => { guardSession(session, devTools, onStopped); });
  app.on('web-contents-created', (_event, contents) => { guardContents(contents, onStopped); });
  // A certificate that does not verify stays refused, and no page may ask the person for a password or a certificate.
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
  });
  app.on('select-client-certificate', (event) => { event.preventDefault(); });
  app.on('login', (event) => { event.preventDefault(); });
}

export function guardSession(session: Session, devTools: boolean, onStopped: OnStopped): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    const allow = granted.has(permission);
    if (!allow) onStopped('permission', permission);
    callback(allow);
  });
  session.setPermissionCheckHandler((_contents, permission) => granted.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, callback) => {
    const cancel = !isOurs(details.url, devTools);
    if (cancel) onStopped('request', originOf(details.url));
    callback({ cancel });
  });
  session.on('will-download', (event, item) => {
    event.preventDefault();
    onStopped('download', originOf(item.getURL()));
  });
  // The spell checker would fetch dictionaries from a server.
  session.setSpellCheckerEnabled(false);
}

function guardContents(contents: WebContents, onStopped: OnStopped): void {
  const stop = (event: { preventDefault(): void; url: string }) => {
    event.preventDefault();
    onStopped('navigation', originOf(event.url));
  };
  // The window is loaded by main, which passes none of these; whatever does pass one comes from a page.
  contents.on('will-navigate', stop);
  contents.on('will-frame-navigate', stop);
  contents.on('will-redirect', stop);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    onStopped('webview', '');
  });
  contents.setWindowOpenHandler(({ url }) => {
    onStopped('window', originOf(url));
    return { action: 'deny' };
  });
}
