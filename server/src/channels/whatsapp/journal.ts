import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { withoutDevice } from './order.ts';

/** Long enough to gather a burst, short enough that little is lost when the process is killed. */
const ARRIVAL_BATCH_MS = 5;
/** Rows of messages that are stored are only rubbish: they can wait. */
const DONE_BATCH_MS = 1_000;
/** WhatsApp gives messages again for two weeks. */
const MAX_AGE_DAYS = 14;
/** A stanza that the library has not finished with for so long never comes out: the session is deaf (hazard H5). */
const DEAF_MS = 60_000;

/**
 * Stanzas that WhatsApp believes delivered, until they are stored. The library confirms a message before it shows it,
 * so a crash in between would lose it for good (hazard H1).
 */
export interface Journal {
  arrived(node: BinaryNode): void;
  /** The library is done with a stanza. */
  settled(node: BinaryNode): void;
  stored(chat: string, id: string): void;
  /** Stanzas arrive and nothing comes out. */
  isDeaf(): boolean;
  /** A new socket begins: what the old one had not finished will come again. */
  restart(): void;
  /** Messages of earlier sockets that were never marked stored. */
  gaps(before: Date): Promise<JournalRow[]>;
  written(): Promise<void>;
}

interface Row {
  chat: string;
  id: string;
}

interface JournalRow extends Row {
  /** WhatsApp still gives it again. */
  canComeAgain: boolean;
}

export function createJournal(
  deps: { db: Database; log: Log },
  companyId: number,
  connectionId: number,
): Journal {
  const { db, log } = deps;
  const arrivals = new Map<string, Row>();
  const done = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let writing: Promise<void> = Promise.resolve();
  /** When each stanza that the library works on arrived, oldest first. */
  const open = new Map<BinaryNode, number>();

  /** One batch after the other, so that a row is never deleted before it is inserted. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const [added, removed] = [[...arrivals.values()], [...done.values()]];
    arrivals.clear();
    done.clear();
    if (added.length === 0 && removed.length === 0) return;
    writing = writing
      .then(() => write(added, removed))
      .catch((error: unknown) => log.error({ err: error, connectionId }, 'inbound journal not written'));
  }

  /** Never later than an earlier wish. */
  function soon(ms: number): void {
    const at = performance.now() + ms;
    if (timer && due <= at) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(flush, ms);
  }

  async function write(added: Row[], removed: Row[]): Promise<void> {
    const columns = (rows: Row[]) => [rows.map((row) => row.chat), rows.map((row) => row.id)] as const;
    await db.asSystem(async (tx) => {
      if (added.length > 0) {
        const [chats, ids] = columns(added);
        await tx`insert into inbound_journal (company_id, connection_id, chat, wa_id)
          select ${companyId}, ${connectionId}, chat, id
          from unnest(${chats}::text[], ${ids}::text[]) as arrived (chat, id)
          on conflict do nothing`;
      }
      if (removed.length > 0) {
        const [chats, ids] = columns(removed);
        await tx`delete from inbound_journal j using unnest(${chats}::text[], ${ids}::text[]) as d (chat, id)
          where j.company_id = ${companyId} and j.connection_id = ${connectionId}
            and j.chat = d.chat and j.wa_id = d.id`;
      }
    });
  }

  return {
    arrived(node) {
      open.set(node, performance.now());
      const { id, from, recipient, category } = node.attrs;
      const chat = withoutDevice(recipient ?? from ?? '');
      if (!id || category === 'peer' || !/@(lid|s\.whatsapp\.net|g\.us)$/.test(chat)) return;
      arrivals.set(`${chat} ${id}`, { chat, id });
      soon(ARRIVAL_BATCH_MS);
    },
    settled: (node) => void open.delete(node),
    stored(chat, id) {
      const key = `${chat} ${id}`;
      if (arrivals.delete(key)) return;
      done.set(key, { chat, id });
      soon(DONE_BATCH_MS);
    },
    isDeaf() {
      const [oldest] = open.values();
      return oldest !== undefined && performance.now() - oldest > DEAF_MS;
    },
    restart: () => open.clear(),
    async gaps(before) {
      await written();
      return db.asSystem(
        (tx) => tx<JournalRow[]>`
          select chat, wa_id as id, received_at > now() - ${MAX_AGE_DAYS} * interval '1 day' as can_come_again
          from inbound_journal
          where company_id = ${companyId} and connection_id = ${connectionId} and received_at < ${before}`,
      );
    },
    written,
  };

  async function written(): Promise<void> {
    flush();
    await writing;
  }
}
