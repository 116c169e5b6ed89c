import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import { freeProfile, ownName } from '../accounts/cards.ts';
import { knownAccount, listAccounts, removeAccount } from '../accounts/manage.ts';
import type { Host, HostCommand } from '../host.ts';
import type { CoreOptions, FromCore, ToCore } from './core-messages.ts';

/** The host as the core sees it from its own process: it requests by message what only the main process can do. */
export function createRemoteHost(
  options: CoreOptions,
  post: (message: FromCore) => void,
): { host: Host; hear(message: ToCore): void } {
  const settings = new Map(Object.entries(options.settings));
  const answers = new Map<number, PromiseWithResolvers<string | null>>();
  const wakeListeners = new Set<() => void>();
  const commandListeners = new Set<(command: HostCommand) => void>();
  const updateListeners = new Set<(state: UpdateState) => void>();
  let update = options.update;
  let lastRequest = 0;

  function ask(message: (requestId: number) => FromCore): Promise<string | null> {
    const requestId = ++lastRequest;
    const answer = Promise.withResolvers<string | null>();
    answers.set(requestId, answer);
    post(message(requestId));
    return answer.promise;
  }
  const subscribe = <T>(listeners: Set<T>, listener: T) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const host: Host = {
    kind: 'electron',
    dataDir: options.dataDir,
    can: options.can,
    secrets: {
      durable: options.secretsDurable,
      sealed: options.secretsDurable,
      get: (key) => ask((requestId) => ({ kind: 'getSecret', requestId, key })),
      async set(key, value) {
        await ask((requestId) => ({ kind: 'setSecret', requestId, key, value }));
      },
    },
    settings: {
      get: (key) => settings.get(key),
      set(key, value) {
        settings.set(key, value);
        post({ kind: 'setSetting', key, value });
      },
    },
    notify: (notice) => post({ kind: 'notify', notice }),
    withdraw: (key) => post({ kind: 'withdraw', key }),
    setStatus: (status) => post({ kind: 'status', status }),
    updates: {
      state: () => update,
      check: () => post({ kind: 'checkUpdate' }),
      install: () => post({ kind: 'installUpdate' }),
      onChange: (listener) => subscribe(updateListeners, listener),
    },
    accounts: {
      list: () => listAccounts(options.accounts),
      ownName: () => ownName(options.accounts),
      async add() {
        post({ kind: 'openAccount', profile: freeProfile(options.accounts) });
        return null;
      },
      async open(profile) {
        knownAccount(options.accounts, profile);
        post({ kind: 'openAccount', profile });
        return null;
      },
      remove: (profile) =>
        removeAccount(options.accounts, profile, () => post({ kind: 'closeAccount', profile })),
    },
    mediaUrl: (mediaId) => `media://file/${encodeURIComponent(mediaId)}`,
    startAnew: () => post({ kind: 'startAnew' }),
    onWake: (listener) => subscribe(wakeListeners, listener),
    onCommand: (listener) => subscribe(commandListeners, listener),
  };

  return {
    host,
    hear(message) {
      if (message.kind === 'wake') for (const listener of wakeListeners) listener();
      if (message.kind === 'command') for (const listener of commandListeners) listener(message.command);
      if (message.kind === 'update') {
        update = message.state;
        for (const listener of updateListeners) listener(update);
      }
      if (message.kind === 'secret') answers.get(message.requestId)?.resolve(message.value);
      if (message.kind === 'secretFailed')
        answers.get(message.requestId)?.reject(new Error('the secret could not be stored'));
      if (message.kind === 'secret' || message.kind === 'secretFailed') answers.delete(message.requestId);
    },
  };
}
