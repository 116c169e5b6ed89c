import type { CacheStore } from '@whiskeysockets/baileys';

/**
 * A small cache for the library that belongs to the session and not to one socket, so that its counters and entries
 * survive reconnects. The oldest entries are evicted.
 */
function createCache(options: { ttlMs: number; entries: number }): CacheStore {
  const values = new Map<string, { value: unknown; until: number }>();
  return {
    get<T>(key: string) {
      const entry = values.get(key);
      if (!entry || entry.until > Date.now()) return entry?.value as T | undefined;
      values.delete(key);
      return undefined;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, { value, until: Date.now() + options.ttlMs });
      if (values.size > options.entries)
        for (const oldest of values.keys()) return void values.delete(oldest);
    },
    del: (key) => void values.delete(key),
    flushAll: () => values.clear(),
  };
}

const MINUTE = 60_000;

/** Each session has one set. */
export function createLibraryCaches() {
  return {
    msgRetryCounterCache: createCache({ ttlMs: 60 * MINUTE, entries: 5_000 }),
    // A list that runs out early makes the library renew Signal sessions, which eats the contacts' one-time keys.
    userDevicesCache: createCache({ ttlMs: 60 * MINUTE, entries: 5_000 }),
    callOfferCache: createCache({ ttlMs: 5 * MINUTE, entries: 500 }),
    placeholderResendCache: createCache({ ttlMs: 60 * MINUTE, entries: 5_000 }),
  };
}
