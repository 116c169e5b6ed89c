import type { Tx } from '../../platform/db/client.ts';

/** How far a mailbox was read. Mails up to `uid` are stored, as long as the server numbers them so. */
export interface Cursor {
  mailbox: string;
  uidValidity: number;
  uid: number;
  /** What is older stays in the mailbox. */
  linkedAt: Date;
  /** When the mailbox got the last mail that was stored. */
  seenAt: Date;
}

interface Place {
  companyId: number;
  connectionId: number;
}

export async function loadCursor(tx: Tx, { companyId, connectionId }: Place): Promise<Cursor | null> {
  const [row] = await tx<Cursor[]>`
    select mailbox, uid_validity::float8 as uid_validity, uid::float8 as uid, linked_at, seen_at from mail_cursors
    where company_id = ${companyId} and connection_id = ${connectionId}`;
  return row ?? null;
}

export async function saveCursor(
  tx: Tx,
  { companyId, connectionId }: Place,
  { mailbox, uidValidity, uid, linkedAt, seenAt }: Cursor,
): Promise<void> {
  await tx`
    insert into mail_cursors (company_id, connection_id, mailbox, uid_validity, uid, linked_at, seen_at)
    values (${companyId}, ${connectionId}, ${mailbox}, ${uidValidity}, ${uid}, ${linkedAt}, ${seenAt})
    on conflict (company_id, connection_id) do update set mailbox = excluded.mailbox,
      uid_validity = excluded.uid_validity, uid = excluded.uid, linked_at = excluded.linked_at,
      seen_at = excluded.seen_at`;
}
