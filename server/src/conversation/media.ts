import { AppError } from '@balcao/shared/errors.ts';
import { ChannelError, type ChannelSession } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { NewFile, Storage } from '../platform/storage/storage.ts';
import { mediaPlace } from './store-message.ts';

export interface MediaDeps {
  db: Database;
  storage: Storage;
  secrets: Secrets;
  log: Log;
  limitBytes: number;
}

/** Fetches the files of messages of one connection, after the messages are stored and shown. */
export interface MediaFetcher {
  poke(): void;
  close(): Promise<void>;
}

const PARALLEL = 4;
/** Waits before the second, third … attempt. After the last one the file counts as failed. */
const RETRY_S = [5, 30, 120, 600, 3_600];
const STORE_AWAY_S = 30;

interface PendingFile {
  id: string;
  mime: string;
  sha256: Buffer | null;
  source: Buffer;
  attempts: number;
}

export function createMediaFetcher(deps: MediaDeps, session: ChannelSession): MediaFetcher {
  const { db, log } = deps;
  const { companyId, connectionId } = session;
  const fetching = new Map<string, Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function look(): Promise<void> {
    while (again && !closed && session.isReady() && fetching.size < PARALLEL) {
      again = false;
      try {
        const free = PARALLEL - fetching.size;
        const files = await db.readCompany(companyId, (tx) =>
          loadPending(tx, companyId, connectionId, [...fetching.keys()], free),
        );
        for (const file of files) start(file);
      } catch (error) {
        log.warn({ err: error, connectionId }, 'pending files not read');
      }
    }
    looking = null;
  }

  function poke(): void {
    again = true;
    // It looks a microtask later: `look` may end before it waits for anything.
    looking ??= Promise.resolve().then(look);
  }

  function start(file: PendingFile): void {
    const work = fetchFile(deps, session, file)
      .catch((error: unknown) =>
        log.warn({ err: error, connectionId, mediaId: file.id }, 'file not recorded'),
      )
      .then(() => {
        fetching.delete(file.id);
        poke();
      });
    fetching.set(file.id, work);
  }

  return {
    poke,
    async close() {
      closed = true;
      await looking;
      await Promise.all(fetching.values());
    },
  };
}

async function loadPending(
  tx: Tx,
  companyId: number,
  connectionId: number,
  busy: string[],
  limit: number,
): Promise<PendingFile[]> {
  return tx<PendingFile[]>`
    select f.id, f.mime, f.sha256, f.source, f.attempts from media f
    where f.company_id = ${companyId} and f.state = 'pending' and f.source is not null
      and f.next_attempt_at <= now() and f.id <> all (${busy}::uuid[])
      and exists (select from messages m where m.company_id = ${companyId} and m.media_id = f.id
        and m.connection_id = ${connectionId})
    order by f.next_attempt_at limit ${limit}`;
}

async function fetchFile(deps: MediaDeps, session: ChannelSession, file: PendingFile): Promise<void> {
  const { db, log } = deps;
  const { companyId, connectionId } = session;
  let stored: NewFile;
  try {
    stored = await download(deps, session, file);
  } catch (error) {
    const state = outcome(error, file.attempts);
    log.info({ err: error, connectionId, mediaId: file.id, state }, 'file not fetched');
    // No connection is not the file's fault.
    if (state === null) return;
    // Nor is a store that is away: how long that lasts does not count.
    const isStoreAway = error instanceof AppError && error.code === 'ERR_UNAVAILABLE';
    const wait = isStoreAway ? STORE_AWAY_S : (RETRY_S[file.attempts] ?? 0);
    await db.withCompany(
      companyId,
      (tx) => tx`update media set state = ${isStoreAway ? 'pending' : state},
          attempts = attempts + ${isStoreAway ? 0 : 1},
          next_attempt_at = now() + ${wait} * interval '1 second'
        where company_id = ${companyId} and id = ${file.id} and state = 'pending'`,
    );
    return crashAt('file.postponed');
  }
  crashAt('file.stored');
  await stored.settle(async (path) => {
    const rows = await db.withCompany(
      companyId,
      (tx) => tx`
        update media set state = 'stored', path = ${path}, size = ${stored.size},
          mime = ${stored.mime ?? file.mime}, sha256 = ${stored.sha256},
          width = coalesce(${stored.width}, width), height = coalesce(${stored.height}, height), next_attempt_at = null
        where company_id = ${companyId} and id = ${file.id} and state = 'pending' returning 1`,
    );
    crashAt('file.recorded');
    return rows.length > 0;
  });
}

async function download(deps: MediaDeps, session: ChannelSession, file: PendingFile): Promise<NewFile> {
  const { storage, secrets, limitBytes } = deps;
  const source = secrets.open(file.source, mediaPlace(session.companyId, file.id));
  const bytes = await session.openMedia(source);
  const stored = await storage.put(session.companyId, bytes, { limit: limitBytes });
  if (!file.sha256 || stored.sha256.equals(file.sha256)) return stored;
  await stored.discard();
  throw new Error('the file is not the one that was sent');
}

/** What becomes of the file; null: nothing yet. */
function outcome(error: unknown, attempts: number): 'pending' | 'failed' | 'gone' | null {
  if (error instanceof ChannelError) {
    if (error.code === 'not_connected') return null;
    if (error.code === 'media_expired') return 'gone';
    if (error.retry === 'never') return 'failed';
  }
  if (error instanceof AppError && error.code === 'ERR_BODY_TOO_LARGE') return 'failed';
  return attempts < RETRY_S.length ? 'pending' : 'failed';
}
