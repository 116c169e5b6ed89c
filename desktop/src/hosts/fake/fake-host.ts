import type { Host } from '../host.ts';

/** A host for tests: remembers what it was asked to show, and lets the test play the computer. */
export interface FakeHost extends Host {
  readonly notifications: { ticketUuid: string; title: string; body: string }[];
  badge: number;
  wake(): void;
  navigate(path: string): void;
}

interface Options {
  dataDir: string;
  /** Hand over those of an earlier host to play a restart. */
  settings?: Map<string, unknown>;
  secrets?: Map<string, string>;
}

export function createFakeHost({ dataDir, settings = new Map(), secrets = new Map() }: Options): FakeHost {
  const wakeListeners = new Set<() => void>();
  const navigateListeners = new Set<(path: string) => void>();
  const subscribe = <T>(listeners: Set<T>, listener: T) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const host: FakeHost = {
    kind: 'fake',
    dataDir,
    canNotify: true,
    notifications: [],
    badge: 0,
    secrets: {
      durable: true,
      get: async (key) => secrets.get(key) ?? null,
      set: async (key, value) => void (value === null ? secrets.delete(key) : secrets.set(key, value)),
    },
    settings: {
      get: (key) => settings.get(key),
      // As a file would keep it.
      set: (key, value) => void settings.set(key, JSON.parse(JSON.stringify(value))),
    },
    notify: (notification) => void host.notifications.push(notification),
    setBadge(count) {
      host.badge = count;
    },
    mediaUrl: (mediaId) => `/media/${mediaId}`,
    onWake: (listener) => subscribe(wakeListeners, listener),
    onNavigate: (listener) => subscribe(navigateListeners, listener),
    wake: () => {
      for (const listener of wakeListeners) listener();
    },
    navigate: (path) => {
      for (const listener of navigateListeners) listener(path);
    },
  };
  return host;
}
