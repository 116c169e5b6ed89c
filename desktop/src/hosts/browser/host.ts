import { join } from 'node:path';
import { NO_CAPABILITIES } from '@balcao/shared/bridge/host.ts';
import {
  type DeskStatus,
  type Host,
  type HostAccounts,
  NO_ACCOUNTS,
  NO_UPDATES,
  type SecretStore,
} from '../host.ts';
import { createFileSecrets } from './secrets.ts';
import { createFileSettings } from './settings.ts';

interface Options {
  /** Otherwise the start options named its server. */
  chosenByPerson: boolean;
  startAnew(): void;
  accounts: HostAccounts;
  secrets: SecretStore;
  onStatus(status: DeskStatus): void;
}

const ALONE: Omit<Options, 'secrets'> = {
  chosenByPerson: false,
  startAnew: () => {},
  accounts: NO_ACCOUNTS,
  onStatus: () => {},
};

/**
 * A browser shows the badge in its title, its page shows notifications, and it has no place for deep links; the core's
 * hints have no source here.
 */
export function createBrowserHost(dataDir: string, options: Partial<Options> = {}): Host {
  const { chosenByPerson, startAnew, accounts, onStatus } = { ...ALONE, ...options };
  const { secrets = createFileSecrets(join(dataDir, 'secrets.json')) } = options;
  return {
    kind: 'browser',
    dataDir,
    secrets,
    settings: createFileSettings(dataDir),
    can: { ...NO_CAPABILITIES, chooseServer: chosenByPerson, accounts: accounts !== NO_ACCOUNTS },
    startAnew,
    accounts,
    notify: () => {},
    withdraw: () => {},
    setStatus: onStatus,
    updates: NO_UPDATES,
    mediaUrl: (mediaId) => `/media/${mediaId}`,
    onWake: () => () => {},
    onCommand: () => () => {},
  };
}
