import type { Tx } from '../../platform/db/client.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import type { SessionStoreDeps } from './key-store.ts';

/** Rows of stored messages are only garbage: deleting them can wait. */
const DROP_AFTER_MS = 1_000;
const RETRY_MS = 5_000;

interface RowName {
  chat: string;
  id: string;
}

/** The rows of a journal. The key store writes them, together with the step that opened the message. */
export interface JournalRows {
  load(): Promise<(RowName & { stanza: Buffer })[]>;
  /** Deletes the row of a stored message, soon. */
  drop(key: string, row: RowName): void;
  /** Resolves when all that are to go have been tried. */
  written(): Promise<void>;
}

export function createJournalRows({
  db,
  lease,
  log,
}: Pick<SessionStoreDeps, 'db' | 'lease'> & { log: Log }): JournalRows {
  const { companyId, connectionId } = lease;
  const dropped = new Map<string, RowName>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...dropped];
    dropped.clear();
    if (rows.length === 0) return;
    const names = rows.map(([, name]) => name);
    writing = db
      .withCompany(companyId, (tx) => deleteRows(tx, companyId, connectionId, names))
      .then(() => crashAt('receive.forgotten'))
      .catch((error: unknown) => {
        log.warn({ err: error, connectionId }, 'journal not emptied');
        // The session's next owner finds the rows, and sees that their messages are stored.
        if (lease.lost.aborted) return;
        for (const [key, name] of rows) dropped.set(key, name);
        timer ??= setTimeout(flush, RETRY_MS);
      });
  }

  return {
    load: () => db.readCompany(companyId, (tx) => loadRows(tx, companyId, connectionId)),
    drop(key, row) {
      dropped.set(key, row);
      timer ??= setTimeout(flush, DROP_AFTER_MS);
    },
    async written() {
      flush();
      await writing;
    },
  };
}

async function loadRows(tx: Tx, companyId: number, connectionId: number) {
  return tx<{ chat: string; id: string; stanza: Buffer }[]>`
    select chat, wa_id as id, stanza from inbound_journal
    where company_id = ${companyId} and connection_id = ${connectionId} order by received_at, wa_id`;
}

async function deleteRows(tx: Tx, companyId: number, connectionId: number, rows: RowName[]): Promise<void> {
  await tx`delete from inbound_journal j
    using unnest(${rows.map(({ chat }) => chat)}::text[], ${rows.map(({ id }) => id)}::text[]) as d (chat, id)
    where j.company_id = ${companyId} and j.connection_id = ${connectionId}
      and j.chat = d.chat and j.wa_id = d.id`;
}
