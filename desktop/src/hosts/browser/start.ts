import { AppError } from '@balcao/shared/errors.ts';
import type { Log } from '../../core/log.ts';
import { type AccountPlace, accountDir, freeProfile, ownName } from '../accounts/cards.ts';
import { isLocked } from '../accounts/instance-lock.ts';
import { knownAccount, listAccounts, removeAccount, sweepRemoved } from '../accounts/manage.ts';
import type { HostAccounts } from '../host.ts';
import { type BrowserConsole, type ConsoleOptions, startConsole } from './console.ts';

interface BrowserHostOptions extends Omit<ConsoleOptions, 'accounts' | 'place' | 'log'> {
  /** Each account has its own log. */
  log(dataDir: string): Log;
}

export interface BrowserHost extends Pick<BrowserConsole, 'entryUrl'> {
  stop(): Promise<void>;
}

/**
 * The console as a program, with a browser as its screen: the first account at the requested port, and each
 * other account that is opened at its own port.
 */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const root = options.dataDir;
  const consoles = new Map<string, Promise<BrowserConsole>>();

  function start(profile: string, change: Partial<ConsoleOptions>): Promise<BrowserConsole> {
    const place = { root, own: profile };
    const dataDir = accountDir(place, profile);
    const log = options.log(dataDir);
    const started = startConsole({ ...options, dataDir, log, place, accounts: accountsOf(place), ...change });
    consoles.set(profile, started);
    started.catch(() => consoles.delete(profile));
    return started;
  }

  /** Other accounts choose their own server, and the system chooses their port. */
  async function open(place: AccountPlace, profile: string): Promise<string> {
    const running = consoles.get(profile);
    if (!running && isLocked(accountDir(place, profile))) throw new AppError('ERR_ACCOUNT_OPEN');
    const console = await (running ?? start(profile, { serverUrl: null, port: 0 }));
    return console.url();
  }

  async function close(profile: string): Promise<void> {
    const console = await consoles.get(profile);
    consoles.delete(profile);
    await console?.stop();
  }

  const accountsOf = (place: AccountPlace): HostAccounts => ({
    list: () => listAccounts(place),
    ownName: () => ownName(place),
    add: () => open(place, freeProfile(place)),
    async open(profile) {
      knownAccount(place, profile);
      return open(place, profile);
    },
    remove: (profile) => removeAccount(place, profile, (name) => void close(name)),
  });

  const first = await start('', {});
  await sweepRemoved({ root, own: '' });
  return {
    entryUrl: first.entryUrl,
    async stop() {
      await Promise.all([...consoles.keys()].map(close));
    },
  };
}
