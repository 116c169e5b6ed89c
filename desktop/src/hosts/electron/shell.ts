import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { NO_UPDATES, type SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';
import { FROM_CORE } from './channels.ts';
import { startCoreProcess } from './core-process.ts';
import { receiveCalls } from './frames.ts';
import { DEEP_LINK_SCHEME, deepLinkIn, pathOfDeepLink } from './locations.ts';
import { createNotifier } from './notifications.ts';
import { restrictPermissions } from './permissions.ts';
import { registerSchemes, serveSchemes } from './schemes.ts';
import { createSecretStore } from './secrets.ts';
import type { ShellTexts } from './texts.ts';
import { createTray, type ShellTray } from './tray.ts';
import { startUpdates, type UpdateDeps, type Updates } from './updates/updater.ts';
import { openWindow } from './window.ts';

export interface ShellOptions {
  electron: ElectronApi;
  settings: SettingsStore & { all(): Record<string, unknown> };
  /** Folder of the built programs: `preload.cjs` and `core.js`. */
  distDir: string;
  /** Folder of the built screen. */
  rendererDir: string;
  iconsDir: string;
  serverUrl: string;
  argv: readonly string[];
  platform: NodeJS.Platform;
  texts: ShellTexts;
  /** Null: this program does not update itself. */
  updates: Pick<UpdateDeps, 'updater' | 'publicKeys' | 'clock'> | null;
  warn(what: string, details?: Record<string, unknown>): void;
  now(): number;
}

/** An installer that has not ended the program by then will not. */
const INSTALLER_MS = 30_000;

/** Must be called before Electron is ready: schemes can only be declared until then. */
export function declareShell(electron: ElectronApi): void {
  registerSchemes(electron.protocol);
}

/**
 * The desktop program around the core: one instance, one window, tray, notifications, links.
 *
 * @returns false when another instance runs already; it has been asked to come to the front.
 */
export async function startShell(options: ShellOptions): Promise<boolean> {
  const { electron, settings } = options;
  const { app } = electron;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.setAppUserModelId('br.com.balcao.console');
  app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  await app.whenReady();
  electron.Menu.setApplicationMenu(null);
  restrictPermissions(electron.session.defaultSession);

  const paths = { preload: join(options.distDir, 'preload.cjs'), icon: join(options.iconsDir, 'icon.png') };
  let window: BrowserWindow | undefined;
  let tray: ShellTray | null = null;
  let quitting = false;
  let updates: Updates | null = null;

  const secrets = await createSecretStore(electron.safeStorage, settings, options.platform);
  if (!secrets.durable) options.warn('no safe place for secrets: people sign in again after a restart');
  const notifier = createNotifier({
    Notification: electron.Notification,
    platform: options.platform,
    onCommand(command) {
      if (command.kind === 'navigate') showWindow();
      core.command(command);
    },
    onFailed: (reason) => options.warn('a notification was not shown', { reason }),
  });

  const core = startCoreProcess({
    utilityProcess: electron.utilityProcess,
    entry: join(options.distDir, 'core.js'),
    options: {
      serverUrl: options.serverUrl,
      dataDir: app.getPath('userData'),
      version: app.getVersion(),
      can: { notifications: notifier.possible, notificationActions: notifier.canAnswer },
      secretsDurable: secrets.durable,
    },
    allSettings: () => settings.all(),
    update: () => updates?.state() ?? NO_UPDATES.state(),
    settings,
    secrets,
    onFrame: (frame) => window?.webContents.send(FROM_CORE, frame),
    onNotify: (notice) => notifier.show(notice),
    onWithdraw: (key) => notifier.withdraw(key),
    onStatus({ unread }) {
      app.setBadgeCount(unread);
      tray?.setUnread(unread);
    },
    onCheckUpdate: () => void updates?.check(true),
    onInstallUpdate: () => updates?.install(),
    onRestarted: () => window?.webContents.reload(),
    onGivenUp() {
      options.warn('the core process keeps failing');
      electron.dialog.showErrorBox(options.texts.failedTitle, options.texts.failedHint);
      void quit();
    },
    now: options.now,
  });

  receiveCalls(
    electron.ipcMain,
    (frame) => core.send(frame),
    (why) => options.warn('refused a call', { why }),
  );
  await serveSchemes(electron.protocol, {
    rendererDir: options.rendererDir,
    openMedia: (mediaId) => core.openMedia(mediaId),
  });

  function showWindow(): void {
    if (!window || window.isDestroyed()) {
      createWindow(false);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function createWindow(hidden: boolean): void {
    const opened = openWindow(electron, paths, hidden);
    window = opened;
    opened.on('close', (event) => {
      // Without a tray nobody could bring a hidden window back.
      if (quitting || !tray) return;
      event.preventDefault();
      opened.hide();
    });
    opened.on('closed', () => {
      window = undefined;
    });
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      options.warn('the page is gone', { reason });
      if (reason !== 'clean-exit') opened.webContents.reload();
    });
  }

  async function quit(): Promise<void> {
    if (quitting) return;
    quitting = true;
    updates?.stop();
    tray?.destroy();
    await core.stop();
    app.exit();
  }

  /** For an installer, which ends this program and starts the next one. */
  async function leave(install: () => void): Promise<void> {
    if (quitting) return;
    quitting = true;
    tray?.destroy();
    await core.stop();
    install();
    // One that does not come must not leave a program without its core.
    options.updates?.clock.after(INSTALLER_MS, () => {
      app.relaunch();
      app.exit();
    });
  }

  tray = createTray(electron, join(options.iconsDir, 'tray.png'), options.texts, {
    show: showWindow,
    quit: () => void quit(),
  });
  if (options.updates)
    updates = startUpdates({
      ...options.updates,
      serverUrl: options.serverUrl,
      settings,
      idleSeconds: () => electron.powerMonitor.getSystemIdleTime(),
      isQuiet: core.isQuiet,
      leave: (install) => void leave(install),
      onChange: core.tellUpdate,
      warn: options.warn,
    });
  createWindow(options.argv.includes('--hidden') && tray !== null);

  app.on('second-instance', (_event, argv) => {
    showWindow();
    const path = deepLinkIn(argv);
    if (path) core.command({ kind: 'navigate', path });
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    showWindow();
    const path = pathOfDeepLink(url);
    if (path) core.command({ kind: 'navigate', path });
  });
  app.on('activate', showWindow);
  app.on('window-all-closed', () => void quit());
  app.on('before-quit', (event) => {
    if (quitting) return;
    event.preventDefault();
    void quit();
  });
  electron.powerMonitor.on('resume', () => core.wake());
  electron.powerMonitor.on('unlock-screen', () => core.wake());
  const path = deepLinkIn(options.argv);
  if (path) core.command({ kind: 'navigate', path });
  return true;
}
