import type { StorageSettings } from '@balcao/shared/features/storage/bridge.ts';
import type { Log } from '../log.ts';
import type { FileStore } from '../media/file-store.ts';
import type { Store } from '../store/store.ts';

/** Keeps this computer's copies within what its person allows. */
export interface CachePolicy {
  /** Applies the settings now: they have changed, or it is time. One run after the other. */
  apply(): Promise<void>;
  /** Something was erased for good: nothing of it is to be found in the files, as soon as possible. */
  purgeDeletedText(): Promise<void>;
  /** Every closed conversation leaves, however young. */
  clear(): Promise<void>;
  stop(): void;
}

interface Deps {
  store: Pick<Store, 'trim' | 'usage' | 'purgeDeletedText'>;
  files: Pick<FileStore, 'setLimit'>;
  settings(): StorageSettings;
  /** Tickets that a screen shows. */
  shown(): readonly number[];
  now(): number;
  log: Log;
}

const MEGABYTE = 1024 ** 2;
const DAY_MS = 86_400_000;
/** Contacts whose conversations leave at a time: about 20 ms with a hundred messages each. */
const STEP = 20;
/** The first sync and the first screen go before. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
/** A cache that is too large shrinks to this share of what is allowed, not to shrink again with every message. */
const GOAL = 0.9;

export function createCachePolicy({ store, files, settings, shown, now, log }: Deps): CachePolicy {
  let stopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined = setTimeout(next, FIRST_AFTER_MS);
  timer.unref();

  function next(): void {
    timer = setTimeout(next, EVERY_MS);
    timer.unref();
    apply().catch((err: unknown) => log.error({ err }, 'the cache could not be trimmed'));
  }

  /** Step by step, with everything else that waits in between. */
  async function trim(before: () => number | null): Promise<number> {
    let contacts = 0;
    for (;;) {
      const until = stopped ? null : before();
      const left = until === null ? 0 : store.trim({ before: until, shown: shown(), limit: STEP });
      if (left === 0) return contacts;
      contacts += left;
      await new Promise(setImmediate);
    }
  }

  async function purgeDeletedText(): Promise<void> {
    while (!stopped && store.purgeDeletedText()) await new Promise(setImmediate);
  }

  async function run(): Promise<void> {
    const { days, cacheMegabytes, mediaMegabytes } = settings();
    await files.setLimit(mediaMegabytes * MEGABYTE);
    const old = await trim(() => now() - days * DAY_MS);
    const most = cacheMegabytes * MEGABYTE;
    const isTooLarge = !stopped && store.usage().bytes > most;
    const more = isTooLarge
      ? await trim(() => (store.usage().bytes > most * GOAL ? Number.MAX_SAFE_INTEGER : null))
      : 0;
    await purgeDeletedText();
    if (old + more > 0) log.info({ old, more }, 'closed conversations have left the cache');
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = running.then(work);
    running = mine.catch(() => {});
    return mine;
  }
  const apply = () => inTurn(run);

  return {
    apply,
    purgeDeletedText: () => inTurn(purgeDeletedText),
    async clear() {
      await trim(() => Number.MAX_SAFE_INTEGER);
      await purgeDeletedText();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
