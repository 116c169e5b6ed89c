import { NO_CAPABILITIES } from '@balcao/shared/bridge/host.ts';
import {
  type DeskStatus,
  type Host,
  type HostCommand,
  NO_ACCOUNTS,
  NO_UPDATES,
  type Notice,
} from '../host.ts';

/** A host for tests: records what it was called to show, and lets the test play the computer. */
export interface FakeHost extends Host {
  /** The notifications on the screen. */
  readonly notices: Notice[];
  status: DeskStatus | null;
  startedAnew: number;
  wake(): void;
  command(command: HostCommand): void;
}

interface Options {
  dataDir: string;
  /** Pass those of an earlier host to play a restart. */
  settings?: Map<string, unknown>;
  secrets?: Map<string, string>;
}

export function createFakeHost({ dataDir, settings = new Map(), secrets = new Map() }: Options): FakeHost {
  const wakeListeners = new Set<() => void>();
  const commandListeners = new Set<(command: HostCommand) => void>();
  const subscribe = <T>(listeners: Set<T>, listener: T) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const host: FakeHost = {
    kind: 'fake',
    dataDir,
    can: { ...NO_CAPABILITIES, chooseServer: true, notifications: true, notificationActions: true },
    notices: [],
    status: null,
    startedAnew: 0,
    secrets: {
      durable: true,
      sealed: true,
      get: async (key) => secrets.get(key) ?? null,
      set: async (key, value) => void (value === null ? secrets.delete(key) : secrets.set(key, value)),
    },
    settings: {
      get: (key) => settings.get(key),
      // Stored as a file would keep it.
      set: (key, value) => void settings.set(key, JSON.parse(JSON.stringify(value))),
    },
    notify(notice) {
      host.withdraw(notice.key);
      host.notices.push(notice);
    },
    withdraw(key) {
      const at = host.notices.findIndex((notice) => notice.key === key);
      if (at >= 0) host.notices.splice(at, 1);
    },
    setStatus(status) {
      host.status = status;
    },
    updates: NO_UPDATES,
    accounts: NO_ACCOUNTS,
    mediaUrl: (mediaId) => `/media/${mediaId}`,
    startAnew: () => {
      host.startedAnew += 1;
    },
    onWake: (listener) => subscribe(wakeListeners, listener),
    onCommand: (listener) => subscribe(commandListeners, listener),
    wake: () => {
      for (const listener of wakeListeners) listener();
    },
    command: (command) => {
      for (const listener of commandListeners) listener(command);
    },
  };
  return host;
}
