import { join } from 'node:path';
import { NO_CAPABILITIES } from '@balcao/shared/bridge/host.ts';
import { type Host, NO_UPDATES } from '../host.ts';
import { createFileSecrets } from './secrets.ts';
import { createFileSettings } from './settings.ts';

/** Whoever started the program has said which server it works with. */
const GIVEN = { chosenByPerson: false, startAnew: () => {} };

/**
 * A browser shows the badge in its title, its page shows notifications, and it has no place for deep links; the core's
 * hints have no source here.
 */
export function createBrowserHost(
  dataDir: string,
  server: { chosenByPerson: boolean; startAnew(): void } = GIVEN,
): Host {
  return {
    kind: 'browser',
    dataDir,
    secrets: createFileSecrets(join(dataDir, 'secrets.json')),
    settings: createFileSettings(dataDir),
    can: { ...NO_CAPABILITIES, chooseServer: server.chosenByPerson },
    startAnew: server.startAnew,
    notify: () => {},
    withdraw: () => {},
    setStatus: () => {},
    updates: NO_UPDATES,
    mediaUrl: (mediaId) => `/media/${mediaId}`,
    onWake: () => () => {},
    onCommand: () => () => {},
  };
}
