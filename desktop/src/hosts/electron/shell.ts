import { join } from 'node:path';
import type { Language } from '@balcao/shared/bridge/methods.ts';
import { chosenServer } from '../../core/session/chosen-server.ts';
import { type HostCommand, NO_UPDATES, type SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';
import { HIDDEN, setAutoLaunch } from './auto-launch.ts';
import { type CoreProcess, startCoreProcess } from './core-process.ts';
import { createDesktopOptions, desktopSettingsOf } from './desktop-options.ts';
import { handleDownloads } from './downloads.ts';
import { receiveCalls } from './frames.ts';
import { DEEP_LINK_SCHEME, deepLinkIn, pathOfDeepLink } from './locations.ts';
import { createNotifier } from './notifications.ts';
import { restrictPermissions } from './permissions.ts';
import { registerSchemes, serveSchemes } from './schemes.ts';
import { createSecretStore } from './secrets.ts';
import type { ShellTexts } from './texts.ts';
import { createTray, type ShellTray } from './tray.ts';
import { startUpdates, type UpdateDeps, type Updates } from './updates/updater.ts';
import { createWindows, type Windows } from './windows.ts';

export interface ShellOptions {
  electron: ElectronApi;
  settings: SettingsStore & { all(): Record<string, unknown> };
  /** Folder of the built programs: `preload.cjs` and `core.js`. */
  distDir: string;
  /** Folder of the built screen. */
  rendererDir: string;
  iconsDir: string;
  /** Given at the start; null: the person chooses. */
  serverUrl: string | null;
  argv: readonly string[];
  platform: NodeJS.Platform;
  /** What starts this program, and the person's folder of settings: see `setAutoLaunch`. */
  program: string;
  configDir: string;
  /** Of the system, until the core says which one the person has chosen. */
  language: Language;
  texts(language: Language): ShellTexts;
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
 * The desktop program around the core: one instance, its windows, tray, notifications, links.
 *
 * @returns false when another instance runs already; it has been asked to come to the front.
 */
export async function startShell(options: ShellOptions): Promise<boolean> {
  const { electron, settings, platform } = options;
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

  const icon = (name: string) => join(options.iconsDir, name);
  let { language } = options;
  let tray: ShellTray | null = null;
  let quitting = false;
  let updates: Updates | null = null;
  const texts = () => options.texts(language);
  const chosen = () => desktopSettingsOf(settings);

  const secrets = await createSecretStore(electron.safeStorage, settings, platform);
  if (!secrets.durable) options.warn('no safe place for secrets: people sign in again after a restart');
  const notifier = createNotifier({
    Notification: electron.Notification,
    platform,
    onCommand: command,
    onFailed: (reason) => options.warn('a notification was not shown', { reason }),
  });
  tray = createTray({
    electron,
    icons: { plain: icon('tray.png'), unread: icon('tray-unread.png'), silent: icon('tray-silent.png') },
    texts,
    show: () => windows.show(),
    quit: () => void quit(),
    onCommand: command,
  });
  const windows: Windows = createWindows({
    electron,
    paths: { preload: join(options.distDir, 'preload.cjs'), icon: icon('icon.png') },
    settings,
    texts,
    zoom: () => chosen().zoom,
    onZoom: (direction) => core.command({ kind: 'zoom', direction }),
    // Without a tray nobody could bring a hidden window back.
    mayClose: () => quitting || !tray || !chosen().closeToTray,
    onPageGone: (screen) => core.screenGone(screen),
    warn: options.warn,
    now: options.now,
  });
  const applyOptions = createDesktopOptions({
    electron,
    setAutoLaunch: (wanted) =>
      setAutoLaunch({ app, platform, program: options.program, configDir: options.configDir }, wanted),
    applyZoom: windows.applyZoom,
    onShortcut: () => command({ kind: 'nextWaiting' }),
    warn: options.warn,
  });

  const core: CoreProcess = startCoreProcess({
    utilityProcess: electron.utilityProcess,
    entry: join(options.distDir, 'core.js'),
    options: {
      serverUrl: options.serverUrl,
      dataDir: app.getPath('userData'),
      version: app.getVersion(),
      can: {
        notifications: notifier.possible,
        notificationActions: notifier.possible && notifier.canAnswer,
        chooseServer: options.serverUrl === null,
        autoLaunch: true,
        tray: tray !== null,
        zoom: true,
        // macOS spells in the languages of its own settings.
        spellCheck: platform !== 'darwin',
        globalShortcut: true,
        downloads: true,
      },
      secretsDurable: secrets.durable,
    },
    allSettings: () => settings.all(),
    update: () => updates?.state() ?? NO_UPDATES.state(),
    settings,
    secrets,
    onFrame: windows.send,
    onSetting: () => applyOptions(chosen()),
    onNotify: (notice) => notifier.show(notice),
    onWithdraw: (key) => notifier.withdraw(key),
    onStatus(status) {
      ({ language } = status);
      app.setBadgeCount(status.unread);
      tray?.setStatus(status);
      setOverlay(status.unread);
    },
    onCheckUpdate: () => void updates?.check(true),
    onInstallUpdate: () => updates?.install(),
    onRestarted: windows.reload,
    onGivenUp() {
      options.warn('the core process keeps failing');
      electron.dialog.showErrorBox(texts().failedTitle, texts().failedHint);
      void quit();
    },
    now: options.now,
  });

  receiveCalls(electron.ipcMain, core.send, (why) => options.warn('refused a call', { why }));
  await serveSchemes(electron.protocol, {
    rendererDir: options.rendererDir,
    openMedia: (mediaId) => core.openMedia(mediaId),
  });
  handleDownloads({
    electron,
    window: windows.main,
    askWhere: () => chosen().askWhereToSave,
    texts,
  });

  function command(asked: HostCommand): void {
    if (asked.kind === 'navigate' || asked.kind === 'nextWaiting') windows.show();
    core.command(asked);
  }

  /** Windows has no number on its taskbar, only a mark. */
  function setOverlay(unread: number): void {
    if (platform !== 'win32') return;
    const text = texts().unread.replace('{{count}}', String(unread));
    const mark = unread > 0 ? electron.nativeImage.createFromPath(icon('unread.png')) : null;
    windows.main()?.setOverlayIcon(mark, unread > 0 ? text : '');
  }

  function openLink(path: string | null): void {
    if (path) core.command({ kind: 'navigate', path });
  }

  async function quit(): Promise<void> {
    if (quitting) return;
    quitting = true;
    updates?.stop();
    electron.globalShortcut.unregisterAll();
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

  const updateServer = options.serverUrl ?? chosenServer(settings);
  if (options.updates && updateServer)
    updates = startUpdates({
      ...options.updates,
      serverUrl: updateServer,
      settings,
      idleSeconds: () => electron.powerMonitor.getSystemIdleTime(),
      isQuiet: core.isQuiet,
      leave: (install) => void leave(install),
      onChange: core.tellUpdate,
      warn: options.warn,
    });
  applyOptions(chosen());
  windows.openMain(options.argv.includes(HIDDEN) && tray !== null);

  app.on('second-instance', (_event, argv) => {
    windows.show();
    openLink(deepLinkIn(argv));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    windows.show();
    openLink(pathOfDeepLink(url));
  });
  app.on('activate', windows.show);
  app.on('window-all-closed', () => void quit());
  app.on('before-quit', (event) => {
    if (quitting) return;
    event.preventDefault();
    void quit();
  });
  electron.powerMonitor.on('resume', () => core.wake());
  electron.powerMonitor.on('unlock-screen', () => core.wake());
  openLink(deepLinkIn(options.argv));
  return true;
}
