import { join } from 'node:path';
import { type Host, NO_UPDATES } from '../host.ts';
import { createFileSecrets } from './secrets.ts';
import { createFileSettings } from './settings.ts';

/**
 * A browser shows the badge in its title, its page shows notifications, and it has no place for deep links; the core's
 * hints have no source here.
 */
export function createBrowserHost(dataDir: string): Host {
  return {
    kind: 'browser',
    dataDir,
    secrets: createFileSecrets(join(dataDir, 'secrets.json')),
    settings: createFileSettings(dataDir),
    can: { notifications: false, notificationActions: false },
    notify: () => {},
    withdraw: () => {},
    setStatus: () => {},
    updates: NO_UPDATES,
    mediaUrl: (mediaId) => `/media/${mediaId}`,
    onWake: () => () => {},
    onCommand: () => () => {},
  };
}
