import {
  ChannelError,
  type ChannelEvent,
  type ChannelListener,
  type ChannelSession,
} from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';

interface Deps {
  db: Database;
  log: Log;
  listener: ChannelListener;
}

/** Reads what messengers told at the connection's public address. */
export interface NoticeReader {
  /** There may be something to read. Cheap to call often. */
  poke(): void;
  /** Resolves when nothing is being read any more. */
  close(): Promise<void>;
}

const AT_ONCE = 50;

/**
 * In the order in which they came, some at once: different chats do not wait for one another, one chat's are stored one
 * after the other (`ingest.ts`). Forgotten when all of it is stored; what a crash leaves is read once more.
 */
export function createNoticeReader({ db, log, listener }: Deps, session: ChannelSession): NoticeReader {
  const { companyId, connectionId } = session;
  let reading: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function readWaiting(read: (notice: Notice) => ChannelEvent[]): Promise<void> {
    while (again && !closed && session.isReady()) {
      again = false;
      const notices = await db.readCompany(companyId, (tx) => waiting(tx, companyId, connectionId));
      if (notices.length === 0) continue;
      await Promise.all(notices.flatMap((notice) => understand(read, notice)).map((event) => store(event)));
      await db.withCompany(companyId, (tx) => forget(tx, companyId, notices));
      again = true;
    }
  }

  /** One that breaks what reads it must not hold up the others; without a session it waits. */
  function understand(read: (notice: Notice) => ChannelEvent[], notice: Notice): ChannelEvent[] {
    try {
      return read(notice);
    } catch (error) {
      if (error instanceof ChannelError) throw error;
      log.error({ err: error, connectionId, notice: notice.id }, 'notice not understood');
      return [];
    }
  }

  async function readAll(read: (notice: Notice) => ChannelEvent[]): Promise<void> {
    try {
      await readWaiting(read);
    } catch (error) {
      log.warn({ err: error, connectionId }, 'notices not read');
    }
    reading = null;
  }

  async function store(event: ChannelEvent): Promise<void> {
    try {
      await listener.handle(session, event);
    } catch (error) {
      // What the database refuses for ever must not hold up the others.
      log.error({ err: error, connectionId, event: event.kind }, 'event not stored');
    }
  }

  return {
    poke() {
      if (!session.readNotice) return;
      again = true;
      // It reads a microtask later: the work may end before it waits for anything.
      reading ??= Promise.resolve(({ body, at }: Notice) => session.readNotice?.(body, at) ?? []).then(
        readAll,
      );
    },
    async close() {
      closed = true;
      await reading;
    },
  };
}

interface Notice {
  id: number;
  body: Buffer;
  at: Date;
}

const waiting = (tx: Tx, companyId: number, connectionId: number) => tx<Notice[]>`
  select id, body, at from channel_notices where company_id = ${companyId} and connection_id = ${connectionId}
  order by id limit ${AT_ONCE}`;

const forget = (tx: Tx, companyId: number, notices: readonly Notice[]) => tx`
  delete from channel_notices
  where company_id = ${companyId} and id = any (${notices.map(({ id }) => id)}::bigint[])`;
