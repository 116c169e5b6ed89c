import { spawnSync } from 'node:child_process';

/** Of the desktop's bus, as everything that stands on it answers at once. */
const ANSWER_MS = 500;
const WATCHER = 'org.kde.StatusNotifierWatcher';

/**
 * Whether anybody sees our icon. On Linux Electron makes one also where nothing shows it, as on GNOME without its
 * extension; the desktop itself says on its bus whether something does. Who cannot be asked shows nothing.
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
