import { ChannelError, type ChannelSession } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/errors.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Log } from '../platform/log.ts';
import { addressOf, type Recipient, recipientColumns } from './address.ts';

const AT_ONCE = 200;
const MAX_AGE_DAYS = 7;

interface DueRow extends Recipient {
  messageId: string;
  waId: string;
  participant: string;
  contactId: number;
}

/** Tells customers that their messages were read. What is due stands in a table, so a restart forgets nothing. */
export async function sendReadReceipts(
  { db, log }: { db: Database; log: Log },
  session: ChannelSession,
): Promise<void> {
  const { companyId, connectionId } = session;
  if (!session.isReady() || !session.capabilities.readReceipts) return;
  const due = await db.readCompany(companyId, (tx) => loadDue(tx, companyId, connectionId));
  for (const rows of Map.groupBy(due, ({ contactId }) => contactId).values()) {
    try {
      if (!(await tell({ db, log }, session, rows))) return;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.warn({ err: error, connectionId }, 'read receipt not recorded');
    }
  }
}

/** Tells one customer. False when no customer can be told now. */
async function tell(
  { db, log }: { db: Database; log: Log },
  session: ChannelSession,
  rows: readonly DueRow[],
): Promise<boolean> {
  const { companyId, connectionId } = session;
  const chat = rows[0] && addressOf(rows[0], session.capabilities.identities);
  try {
    if (chat)
      await session.markRead(
        chat,
        rows.map(({ waId, participant }) => ({ id: waId, fromMe: false, participant })),
      );
  } catch (error) {
    if (error instanceof ChannelError && error.retry === 'later') return false;
    log.warn({ err: error, connectionId }, 'read receipt refused');
  }
  crashAt('reading.told');
  const ids = rows.map(({ messageId }) => messageId);
  await db.withCompany(
    companyId,
    (tx) => tx`delete from read_receipts_due
        where company_id = ${companyId} and message_id = any (${ids}::uuid[])`,
  );
  crashAt('reading.recorded');
  return true;
}

async function loadDue(tx: Tx, companyId: number, connectionId: number): Promise<DueRow[]> {
  return tx<DueRow[]>`
    select d.message_id, m.wa_id, m.participant, m.contact_id, ${recipientColumns(tx)}
    from read_receipts_due d
    join messages m on m.company_id = ${companyId} and m.id = d.message_id
    join contacts c on c.company_id = ${companyId} and c.id = m.contact_id
    where d.company_id = ${companyId} and d.connection_id = ${connectionId}
      and d.at > now() - ${MAX_AGE_DAYS} * interval '1 day'
    order by d.at limit ${AT_ONCE}`;
}
