import { join } from 'node:path';
import { setAutoLaunch } from './auto-launch.ts';
import type { CommandGate } from './command-gate.ts';
import type { CoreProcess } from './core-process.ts';
import { createDeskSigns, type DeskSigns } from './desk-signs.ts';
import { createDesktopOptions, desktopSettingsOf } from './desktop-options.ts';
import { createIconTasks } from './icon-tasks.ts';
import { createNativeNotifications } from './notifications.ts';
import type { ShellExit } from './shell-exit.ts';
import type { ShellLanguage } from './shell-language.ts';
import type { ShellOptions } from './shell-options.ts';
import { createTray, type ShellTray } from './tray.ts';
import { createWindows, type Windows } from './windows.ts';

/** What the user sees and touches of the program: windows, tray, notifications, shortcuts. */
export interface Surface {
  windows: Windows;
  notifier: ReturnType<typeof createNativeNotifications>;
  tray: ShellTray | null;
  /** The panel of this desktop shows our icon now. */
  trayIsThere(): boolean;
  signs: DeskSigns;
  /** Applies what the user chose for the program around the console. */
  applyOptions(): void;
}

interface Deps {
  options: ShellOptions;
  language: ShellLanguage;
  gate: CommandGate;
  core(): CoreProcess;
  exit(): ShellExit;
  openInProfile(profile: string, place: string): void;
}

export function createSurface({ options, language, gate, core, exit, openInProfile }: Deps): Surface {
  const { electron, settings, platform, accounts } = options;
  const { texts } = language;
  const icon = (name: string) => join(options.iconsDir, name);
  const chosen = () => desktopSettingsOf(settings);

  const notifier = createNativeNotifications({
    Notification: electron.Notification,
    platform,
    profile: accounts.own,
    onCommand: gate.command,
    onForeign: (profile, ticketUuid) => openInProfile(profile, `tickets/${ticketUuid}`),
    onFailed(key, reason) {
      options.warn('a notification was not shown', { reason });
      core().command({ kind: 'notificationFailed', key });
    },
  });
  const tray = createTray({
    electron,
    icons: { plain: icon('tray.png'), unread: icon('tray-unread.png'), silent: icon('tray-silent.png') },
    texts,
    show: () => windows.show(),
    quit: () => void exit().quit(),
    onCommand: gate.command,
  });
  const trayIsThere = () => tray !== null && options.showsTray();
  const windows = createWindows({
    electron,
    paths: { preload: join(options.distDir, 'preload.cjs'), icon: icon('icon.png') },
    settings,
    texts,
    zoom: () => chosen().zoom,
    onTop: () => chosen().ticketsOnTop,
    onZoom: (direction) => core().command({ kind: 'zoom', direction }),
    // Without a tray the user could not bring a hidden window back.
    mayClose: () => exit().isQuitting() || !chosen().closeToTray || !trayIsThere(),
    onShown: () => signs.markTaskbar(),
    onPageGone: (screen) => core().screenGone(screen),
    warn: options.warn,
    now: options.now,
  });
  const signs = createDeskSigns({
    electron,
    platform,
    accounts,
    language,
    tray,
    tasks: createIconTasks({ ...options, nextWaiting: () => gate.command({ kind: 'nextWaiting' }) }),
    unreadIcon: icon('unread.png'),
    window: windows.main,
  });
  const { program, configDir } = options;
  const autoLaunch = { app: electron.app, platform, profile: accounts.own, program, configDir };
  const apply = createDesktopOptions({
    electron,
    setAutoLaunch: (wanted) => setAutoLaunch(autoLaunch, wanted),
    applyZoom: windows.applyZoom,
    applyOnTop: windows.applyOnTop,
    onShortcut: () => gate.command({ kind: 'nextWaiting' }),
    warn: options.warn,
  });

  return { windows, notifier, tray, trayIsThere, signs, applyOptions: () => apply(chosen()) };
}
