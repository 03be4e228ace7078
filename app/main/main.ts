// The Electron main process: what has to happen before `ready`, and how the application's wishes are
// done on this desktop.
import { app, clipboard, dialog, Menu, nativeTheme, powerMonitor, protocol, session, shell } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';
import { currentMachine } from '../core/machine.ts';
import { protectionFor } from '../core/runtime.ts';
import { keychainStore } from '../core/secrets/keychain.ts';
import { supportFolder } from '../../installers/engine/paths.ts';
import type { Machine } from '../../installers/engine/harness-installer.ts';
import type { LinkId } from '../contract/system-views.ts';
import { Application, type Desktop } from './application.ts';
import { applicationMenu } from './application-menu.ts';
import { guardApp } from './guards.ts';
import { bindIpc } from './ipc.ts';
import { pushersTo } from './ipc-calls.ts';
import { links } from './links.ts';
import { log } from './log.ts';
import { macLoginItem, noLoginItem } from './login-item.ts';
import { Notifications } from './notifications.ts';
import { QuitCoordinator } from './quit.ts';
import { scheme, schemeHandler } from './scheme.ts';
import { makeScratch, removeScratch, scratchFolder } from './scratch-profile.ts';
import { TrayController } from './tray.ts';
import { Updates } from './updates.ts';
import { WindowController } from './window.ts';
import { usableLocale } from './words.ts';

/** The folder of the build: main, preload, renderer and tray lie in it. */
const build = path.dirname(__dirname);
/** The folder that holds `hooks/`: the app's resources, or the checkout. */
const hooksRoot = app.isPackaged ? process.resourcesPath : path.dirname(build);
const devTools = !app.isPackaged;
/** Started to see whether it starts: it ends by itself when its window is there. */
const trial = app.commandLine.hasSwitch('trial');

/** For whoever starts it to see whether, and how fast, it starts (scripts/app.mjs, bench/app.mjs). */
function mark(what: string): void {
  if (trial) process.stdout.write(`Silmaril: ${what}.\n`);
}

function begin(): void {
  mark('the code is loaded');
  app.setName('Silmaril');
  const machine = currentMachine(process.env);
  if (!machine.ok) {
    dialog.showErrorBox('Silmaril', machine.failure.sentence);
    app.exit(1);
    return;
  }
  const scratch = prepareProfile(machine.value);
  // Chromium's sandbox cannot start as root; switching it on all the same would crash every process of it.
  if (machine.value.owner.uid !== 0) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);
  guardApp(app, devTools, (guard, what) => { log('guard', `${guard} ${what}`); });
  // A second start shows the window of the first.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  const started = app.whenReady().then(() => start(machine.value, scratch));
  started.catch((error: unknown) => {
    log('start', error instanceof Error ? (error.stack ?? error.message) : 'failed');
    app.exit(1);
  });
}

/** @returns the folder to be removed at the end; null when whoever started us named one */
function prepareProfile({ home, owner, platform }: Machine): string | null {
  if (app.commandLine.hasSwitch('user-data-dir')) return null;
  const folder = makeScratch(scratchFolder(home, owner.uid), owner.uid);
  app.setPath('userData', folder);
  app.setPath('sessionData', folder);
  // Libraries of the desktop (shaders, fonts) would make ~/.cache.
  if (platform === 'linux') process.env['XDG_CACHE_HOME'] = path.join(folder, 'cache');
  return folder;
}

function start(machine: Machine, scratch: string | null): void {
  // Without `persist:` nothing of the session reaches the disk.
  const pageSession = session.fromPartition('silmaril');
  // No download is let through, but Chromium opens a file for one before it asks: not in the home.
  pageSession.setDownloadPath(scratch ?? app.getPath('temp'));
  pageSession.protocol.handle(scheme, schemeHandler(path.join(build, 'renderer')));

  const push = pushersTo(() => window.contents, log);
  const window = new WindowController({
    session: pageSession,
    preload: path.join(build, 'preload', 'preload.cjs'),
    devTools,
    quitting: () => quit.quitting,
    sendRoute: (route) => { push.system.route(route); },
    onVisible: (visible) => {
      application.windowChanged();
      if (!visible || !trial) return;
      mark('the window is painted');
      quit.quit();
    },
    onGivenUp: () => undefined,
    log,
  });
  const notifications = new Notifications(
    () => application.language,
    (id) => protection.installer(id).label,
    (notice) => { application.noticeClicked(notice); },
    () => { application.tellSettings(); },
  );
  let tray: TrayController | null = null;
  const desktop: Desktop = {
    system: {
      version,
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      platform: machine.platform,
      development: !app.isPackaged,
      user: path.basename(machine.home),
      home: machine.home,
      locale: usableLocale([...app.getPreferredSystemLanguages(), app.getLocale()]),
      supportFolder: supportFolder(machine.home),
    },
    loginItem: machine.platform === 'darwin' ? macLoginItem(app, shell) : noLoginItem,
    openExternal: (link: LinkId) => { shell.openExternal(links[link]).catch(() => { log('link', `${link} could not be opened`); }); },
    copy: (text) => { clipboard.writeText(text); },
    quit: () => { quit.quit(); },
    chooseFile: async (name) => {
      const chosen = await dialog.showSaveDialog({ defaultPath: path.join(machine.home, name), properties: ['showOverwriteConfirmation', 'createDirectory'] });
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
    },
    showWindow: (route) => { window.show(route); },
    route: () => (application.onboarded ? window.route : { view: 'onboarding', eventId: null }),
    watched: () => window.watched,
    renderTray: (model) => { tray?.render(model); },
    notify: (notice) => { notifications.show(notice); },
    testNotification: () => { notifications.test(); },
    notificationState: () => notifications.view,
    setAppearance: (appearance) => { nativeTheme.themeSource = appearance; },
  };
  const protection = protectionFor(machine, hooksRoot);
  const updates = new Updates(version, null, (view) => { push.updates.changed(view); });
  const application = new Application(protection, keychainStore(machine.home), desktop, push, updates, log);
  const quit = new QuitCoordinator(
    app,
    [
      { name: 'window', run: () => { window.destroy(); } },
      { name: 'application', run: () => application.stop() },
      { name: 'tray', run: () => { tray?.destroy(); } },
      { name: 'profile', run: () => { if (scratch) removeScratch(scratch); } },
    ],
    log,
  );

  bindIpc(application.handlers, (contents) => window.isOurs(contents), log);
  // Opened by the login item the app stays in the menu bar; opened by a person it shows itself. The window before all
  // else: its page loads in a process of its own while this one goes on.
  const atLogin = machine.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
  if (!atLogin) window.show(null);
  Menu.setApplicationMenu(applicationMenu(application.language, machine.platform, () => { quit.quit(); }));
  tray = new TrayController(path.join(build, 'tray'), (action) => { void application.act(action); }, () => { if (machine.platform !== 'darwin') window.show(null); });
  mark('the tray is there');
  if (machine.platform === 'darwin') app.setActivationPolicy('accessory');
  app.on('second-instance', () => { window.show(null); });
  // The icon may be hidden by the system, so Finder, Dock and Spotlight open the window, too.
  app.on('activate', () => { window.show(null); });
  // The app lives in the menu bar: no window is no reason to quit.
  app.on('window-all-closed', () => undefined);
  app.on('browser-window-focus', () => { application.windowChanged(); });
  app.on('child-process-gone', (_event, { type, reason }) => { log('process', `${type} ${reason}`); });
  powerMonitor.on('resume', () => { void application.wake(); });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => { quit.quit(); });

  application.start().catch((error: unknown) => { log('start', error instanceof Error ? (error.stack ?? error.message) : 'failed'); });
}

process.on('uncaughtException', (error) => {
  // A dialogue with a stack trace helps nobody; changes are journalled and settled at the next start.
  log('bug', error.stack ?? error.message);
  app.exit(1);
});
process.on('unhandledRejection', (reason) => { log('bug', reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)); });

if (!fs.existsSync(path.join(build, 'renderer', 'index.html'))) log('start', `there is no window in ${build}: run "node scripts/app.mjs build"`);
begin();
