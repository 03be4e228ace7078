// The one window. Closing hides it, so that it comes back at once; after some idle minutes it is
// destroyed, since a renderer costs more memory than everything else. The app lives on in the menu bar.
import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebContents } from 'electron';
import type { Route } from '../contract/system-views.ts';
import type { Log } from './log.ts';
import { origin } from './scheme.ts';

/** A hidden window lives this long. Milliseconds. */
export const idleTime = 5 * 60_000;
/** A page that crashes more often than this within `crashTime` is not loaded again. */
const maxCrashes = 3;
const crashTime = 5 * 60_000;

const page = `${origin}/index.html`;

export interface WindowParts {
  readonly session: Session;
  readonly preload: string;
  readonly devTools: boolean;
  readonly quitting: () => boolean;
  /** Tells a window that is there where to go. */
  readonly sendRoute: (route: Route) => void;
  readonly onVisible: (visible: boolean) => void;
  /** The page crashed too often; it will not come back by itself. */
  readonly onGivenUp: () => void;
  readonly log: Log;
}

/** Everything that a page could misuse is off. */
export function windowOptions({ session, preload, devTools }: Pick<WindowParts, 'session' | 'preload' | 'devTools'>): BrowserWindowConstructorOptions {
  return {
    width: 1080,
    height: 720,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Silmaril',
    autoHideMenuBar: true,
    webPreferences: {
      session,
      preload,
      devTools,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  };
}

export class WindowController {
  private window: BrowserWindow | null = null;
  private idle: NodeJS.Timeout | null = null;
  private crashes: number[] = [];
  /** Where a window that is only coming to be shall go. */
  private next: Route = { view: 'timeline', eventId: null };

  constructor(private readonly parts: WindowParts) {}

  get contents(): WebContents | null {
    return this.window && !this.window.isDestroyed() ? this.window.webContents : null;
  }

  isOurs(contents: WebContents): boolean {
    return contents === this.contents;
  }

  /** The person can see the window and it has the focus. */
  get watched(): boolean {
    return this.window !== null && !this.window.isDestroyed() && this.window.isVisible() && this.window.isFocused();
  }

  get visible(): boolean {
    return this.window !== null && !this.window.isDestroyed() && this.window.isVisible();
  }

  get route(): Route {
    return this.next;
  }

  show(route: Route | null): void {
    if (route) this.next = route;
    if (this.idle) clearTimeout(this.idle);
    this.idle = null;
    if (this.window && !this.window.isDestroyed()) {
      if (route) this.parts.sendRoute(route);
      if (this.window.isMinimized()) this.window.restore();
      this.window.show();
      this.window.focus();
      return;
    }
    this.window = this.create();
  }

  destroy(): void {
    if (this.idle) clearTimeout(this.idle);
    this.idle = null;
    if (this.window && !this.window.isDestroyed()) this.window.destroy();
    this.window = null;
  }

  private create(): BrowserWindow {
    const window = new BrowserWindow(windowOptions(this.parts));
    // Who closes a window before it is painted does not want to see it come up afterwards.
    let closed = false;
    window.once('ready-to-show', () => { if (!closed) window.show(); });
    window.on('close', (event) => {
      if (this.parts.quitting()) return;
      event.preventDefault();
      closed = true;
      window.hide();
    });
    window.on('show', () => { this.parts.onVisible(true); });
    window.on('hide', () => {
      this.parts.onVisible(false);
      if (this.idle) clearTimeout(this.idle);
      this.idle = setTimeout(() => { this.destroy(); }, idleTime);
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => { this.crashed(reason); });
    // about:blank comes without being asked for: a page that has left ours is replaced by it again.
    window.webContents.on('did-navigate', (_event, url) => {
      if (url === page) return;
      this.parts.log('guard', 'navigation away from our page, undone');
      this.load(window);
    });
    window.webContents.on('preload-error', (_event, _path, error) => { this.parts.log('preload', error.message); });
    this.load(window);
    return window;
  }

  private load(window: BrowserWindow): void {
    window.loadURL(page).catch((error: unknown) => {
      // The window may be gone before its page has come.
      if (!window.isDestroyed()) this.parts.log('window', error instanceof Error ? error.message : 'the page could not be loaded');
    });
  }

  private crashed(reason: string): void {
    if (reason === 'clean-exit' || this.parts.quitting()) return;
    this.parts.log('window', `the page is gone (${reason})`);
    const now = Date.now();
    this.crashes = [...this.crashes.filter((at) => now - at < crashTime), now];
    const visible = this.window?.isVisible() ?? false;
    this.destroy();
    if (this.crashes.length > maxCrashes) {
      this.parts.log('window', 'it crashed too often; it is opened again from the menu bar only');
      this.crashes = [];
      this.parts.onGivenUp();
    } else if (visible) this.show(null);
  }
}
