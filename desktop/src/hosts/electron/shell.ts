import { join } from 'node:path';
import { LINK_SCHEME } from '@balcao/shared/features/tickets/link.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { chosenServer } from '../../core/session/chosen-server.ts';
import type { Clock } from '../../core/sync/clock.ts';
import { type AccountPlace, writeCard } from '../accounts/cards.ts';
import { type HostCommand, NO_UPDATES, type SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';
import { setApplicationMenu } from './application-menu.ts';
import { HIDDEN, setAutoLaunch } from './auto-launch.ts';
import { type CoreProcess, startCoreProcess } from './core-process.ts';
import { createDesktopOptions, desktopSettingsOf } from './desktop-options.ts';
import { handleDownloads } from './downloads.ts';
import { receiveCalls } from './frames.ts';
import { createLinks } from './links.ts';
import { linkIn, profileArguments, QUIT, ticketArgument, ticketIn } from './locations.ts';
import { createNativeNotifications } from './notifications.ts';
import { restrictPermissions } from './permissions.ts';
import { askRecovery } from './recovery.ts';
import { registerSchemes, serveSchemes } from './schemes.ts';
import { createSecretStore } from './secrets.ts';
import { guardStart, SETTLED_MS } from './start-guard.ts';
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
  /** The server given at the start; null: the user chooses. */
  serverUrl: string | null;
  argv: readonly string[];
  accounts: AccountPlace;
  /** Starts this program once more, with these arguments. */
  startProgram(argv: readonly string[]): void;
  clock: Pick<Clock, 'after'>;
  platform: NodeJS.Platform;
  /** Whether this desktop shows tray icons now: its panel may begin after us, or end before. */
  showsTray(): boolean;
  /** The path that starts this program, and the user's settings folder: see `setAutoLaunch`. */
  program: string;
  configDir: string;
  /** The system's language, until the core reports the user's choice. */
  language: Language;
  texts(language: Language): ShellTexts;
  /** Null: this program does not update itself. */
  updates: Pick<UpdateDeps, 'updater' | 'publicKeys' | 'clock'> | null;
  warn(what: string, details?: Record<string, unknown>): void;
  now(): number;
}

/** An installer that has not ended the program by then never will. */
const INSTALLER_MS = 30_000;

/** Must be called before Electron is ready: schemes can only be declared until then. */
export function declareShell(electron: ElectronApi): void {
  registerSchemes(electron.protocol);
}

/**
 * The desktop program around the core: one instance, its windows, tray, notifications, links.
 *
 * @returns false when it stops here: another instance is running and was asked to come to the front, or the
 * user gave up.
 */
export async function startShell(options: ShellOptions): Promise<boolean> {
  const { electron, settings, platform, accounts } = options;
  const { app } = electron;
  if (!app.requestSingleInstanceLock() || options.argv.includes(QUIT)) {
    app.quit();
    return false;
  }
  app.setAppUserModelId('br.com.balcao.console');
  app.setAsDefaultProtocolClient(LINK_SCHEME);
  // macOS sends this before the program is ready.
  const links: string[] = [];
  let openLink: (link: string) => void = (link) => links.push(link);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(url);
  });
  await app.whenReady();
  restrictPermissions(electron.session.defaultSession);

  const icon = (name: string) => join(options.iconsDir, name);
  let { language } = options;
  let unread = 0;
  let tray: ShellTray | null = null;
  let quitting = false;
  let updates: Updates | null = null;
  const texts = () => options.texts(language);
  setApplicationMenu(electron, platform, texts());
  const trayIsThere = () => tray !== null && options.showsTray();
  const chosen = () => desktopSettingsOf(settings);
  const guard = guardStart(settings);
  const recovery = guard.keepsFailing ? await askRecovery(electron.dialog, texts()) : null;
  if (guard.keepsFailing && recovery === null) {
    app.exit();
    return false;
  }

  const secrets = await createSecretStore(electron.safeStorage, settings, platform);
  if (!secrets.durable) options.warn('no safe place for secrets: people sign in again after a restart');
  const notifier = createNativeNotifications({
    Notification: electron.Notification,
    platform,
    profile: accounts.own,
    onCommand: command,
    onForeign: openInProfile,
    onFailed(key, reason) {
      options.warn('a notification was not shown', { reason });
      core.command({ kind: 'notificationFailed', key });
    },
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
    // Without a tray the user could not bring a hidden window back.
    mayClose: () => quitting || !chosen().closeToTray || !trayIsThere(),
    onShown: markTaskbar,
    onPageGone: (screen) => core.screenGone(screen),
    warn: options.warn,
    now: options.now,
  });
  if (recovery) windows.forgetPlace();
  const { program, configDir } = options;
  const autoLaunch = { app, platform, profile: accounts.own, program, configDir };
  const applyOptions = createDesktopOptions({
    electron,
    setAutoLaunch: (wanted) => setAutoLaunch(autoLaunch, wanted),
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
        // macOS starts a program with the computer once, and without arguments.
        autoLaunch: platform !== 'darwin' || accounts.own === '',
        tray: trayIsThere(),
        zoom: true,
        // macOS spell-checks in the languages of its own settings.
        spellCheck: platform !== 'darwin',
        globalShortcut: true,
        downloads: true,
        accounts: true,
      },
      secretsDurable: secrets.durable,
      accounts,
    },
    recovery,
    allSettings: () => settings.all(),
    update: () => updates?.state() ?? NO_UPDATES.state(),
    settings,
    secrets,
    onFrame: windows.send,
    onSetting() {
      applyOptions(chosen());
      lookForUpdates();
    },
    onNotify: (notice) => notifier.show(notice),
    onWithdraw: (key) => notifier.withdraw(key),
    onStatus(status) {
      if (language !== status.language) {
        ({ language } = status);
        setApplicationMenu(electron, platform, texts());
      }
      app.setBadgeCount(status.unread);
      tray?.setStatus(status);
      ({ unread } = status);
      markTaskbar();
      const { account, queued } = status;
      writeCard(accounts, { ...account, queued, unread });
    },
    onOpenAccount: (profile) => options.startProgram(profileArguments(profile)),
    onCloseAccount: (profile) => options.startProgram([...profileArguments(profile), QUIT]),
    onCheckUpdate: () => void updates?.check(true),
    onInstallUpdate: () => updates?.install(),
    onRestarted: windows.reload,
    onGivenUp: () => void offerRecovery(),
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

  /** The first window's start address: it would load too late for an event. Null once it is open. */
  let beginning: string | null = '';

  function command(asked: HostCommand): void {
    if (asked.kind === 'navigate' && beginning !== null) {
      beginning = asked.path;
      return;
    }
    if (asked.kind === 'navigate' || asked.kind === 'nextWaiting') windows.show();
    core.command(asked);
  }

  /** Windows has no number on its taskbar, only a mark, and forgets it with the button of a hidden window. */
  function markTaskbar(): void {
    if (platform !== 'win32') return;
    const text = texts().unread.replace('{{count}}', String(unread));
    const mark = unread > 0 ? electron.nativeImage.createFromPath(icon('unread.png')) : null;
    windows.main()?.setOverlayIcon(mark, unread > 0 ? text : '');
  }

  const follow = createLinks({
    dialog: electron.dialog,
    place: accounts,
    texts,
    openHere,
    openThere: openInProfile,
  });

  function openHere(uuid: string): void {
    command({ kind: 'navigate', path: `/tickets/${uuid}` });
  }

  function openInProfile(profile: string, uuid: string): void {
    options.startProgram([...profileArguments(profile), ticketArgument(uuid)]);
  }

  async function handleArguments(argv: readonly string[]): Promise<void> {
    const [uuid, link] = [ticketIn(argv), linkIn(argv)];
    if (uuid) openHere(uuid);
    else if (link) await follow(link);
  }

  async function offerRecovery(): Promise<void> {
    options.warn('the core process keeps failing');
    const wanted = await askRecovery(electron.dialog, texts());
    if (!wanted) return quit();
    core.tryAgain(wanted);
    windows.startOver();
  }

  async function quit(): Promise<void> {
    if (quitting) return;
    quitting = true;
    windows.keepPlace();
    guard.finished();
    updates?.stop();
    electron.globalShortcut.unregisterAll();
    tray?.destroy();
    await core.stop();
    app.exit();
  }

  /** Prepares for an installer, which ends this program and starts the next one. */
  async function leave(install: () => void): Promise<void> {
    if (quitting) return;
    quitting = true;
    windows.keepPlace();
    guard.finished();
    tray?.destroy();
    await core.stop();
    install();
    // An installer that does not start must not leave the program without its core.
    options.updates?.clock.after(INSTALLER_MS, () => {
      app.relaunch();
      app.exit();
    });
  }

  /** Runs once the server is known: on a new computer the user chooses it after the start. */
  function lookForUpdates(): void {
    const serverUrl = options.serverUrl ?? chosenServer(settings);
    if (updates || quitting || !options.updates || !serverUrl) return;
    updates = startUpdates({
      ...options.updates,
      serverUrl,
      settings,
      idleSeconds: () => electron.powerMonitor.getSystemIdleTime(),
      isQuiet: core.isQuiet,
      leave: (install) => void leave(install),
      onChange: core.tellUpdate,
      warn: options.warn,
    });
  }

  lookForUpdates();
  applyOptions(chosen());
  await handleArguments(options.argv);
  for (const link of links) await follow(link);
  openLink = (link) => void follow(link);
  await notifier.resume();
  const path = beginning;
  beginning = null;
  windows.openMain(options.argv.includes(HIDDEN) && path === '' && trayIsThere(), path);

  app.on('second-instance', (_event, argv) => {
    if (argv.includes(QUIT)) return void quit();
    windows.show();
    void handleArguments(argv);
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
  options.clock.after(SETTLED_MS, guard.finished);
  return true;
}
