import { spawnSync } from 'node:child_process';

/** Deadline for the desktop's bus, whose services answer at once. */
const ANSWER_MS = 500;
const WATCHER = 'org.kde.StatusNotifierWatcher';

/**
 * Whether our icon is visible. On Linux Electron also creates one where no panel shows it, as on GNOME without its
 * extension; the desktop's bus reports whether one does. A desktop that cannot be queried counts as showing none.
 */
export function desktopShowsTray(platform: NodeJS.Platform, ask: typeof askBus = askBus): boolean {
  return platform !== 'linux' || ask().includes('boolean true');
}

function askBus(): string {
  const what = [`string:${WATCHER}`, 'string:IsStatusNotifierHostRegistered'];
  const { stdout } = spawnSync(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      `--dest=${WATCHER}`,
      '/StatusNotifierWatcher',
      'org.freedesktop.DBus.Properties.Get',
      ...what,
    ],
    { encoding: 'utf8', timeout: ANSWER_MS },
  );
  return stdout ?? '';
}
