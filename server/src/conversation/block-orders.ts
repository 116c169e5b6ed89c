import { ChannelError, type ChannelSession } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/errors.ts';
import type { Log } from '../platform/log.ts';
import { addressOf, type Recipient, recipientColumns } from './address.ts';

interface Order extends Recipient {
  contactId: number;
  blocked: boolean;
  /** When it was given, to the microsecond: an order that is given again while it is carried out stays. */
  at: string;
}

const AT_ONCE = 50;
const RETRY_S = 60;
/** Failures in a row that are no matter of whom to block. */
const ENOUGH_TROUBLE = 3;

/**
 * Tells the channel whom people have blocked or let in again. What every connection refuses is undone, and what one
 * refuses is shown, so that the screen says what is so; without a connection the order waits.
 */
export async function carryOutBlocks(
  { db, log }: { db: Database; log: Log },
  session: ChannelSession,
): Promise<void> {
  const { companyId, connectionId } = session;
  if (!session.capabilities.blocks) return forget(db, session);
  const orders = await db.readCompany(
    companyId,
    (tx) => tx<Order[]>`
      select o.contact_id, o.blocked, o.at::text, ${recipientColumns(tx)}
      from block_orders o join contacts c on c.company_id = o.company_id and c.id = o.contact_id
      where o.company_id = ${companyId} and o.connection_id = ${connectionId} and o.state = 'due'
        and o.at <= now()
      order by o.at limit ${AT_ONCE}`,
  );
  let trouble = 0;
  for (const order of orders) {
    const { blocked } = order;
    const person = addressOf(order, session.capabilities.identities);
    let refused = person === null;
    try {
      if (person) await session.setBlocked(person, blocked);
    } catch (error) {
      if (error instanceof ChannelError && error.code === 'not_connected') return;
      log.warn({ err: error, connectionId }, 'block refused');
      if (error instanceof ChannelError && error.retry === 'later') {
        const enough = error.code === 'rate_limited' || ++trouble === ENOUGH_TROUBLE;
        await db.withCompany(companyId, (tx) => putOff(tx, session, enough ? null : order));
        if (enough) return;
        continue;
      }
      refused = true;
    }
    trouble = 0;
    try {
      await db.withCompany(companyId, (tx) => settle(tx, session, order, refused));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.warn({ err: error, connectionId }, 'block not recorded');
      await db.withCompany(companyId, (tx) => putOff(tx, session, order));
    }
  }
  // A connection that has just been linked is told of everybody who is blocked.
  if (orders.length === AT_ONCE) await carryOutBlocks({ db, log }, session);
}

/** Nobody is kept away here. */
async function forget(db: Database, { companyId, connectionId }: ChannelSession): Promise<void> {
  const any = await db.readCompany(
    companyId,
    (tx) => tx`
      select from block_orders where company_id = ${companyId} and connection_id = ${connectionId} and state = 'due' limit 1`,
  );
  if (any.count === 0) return;
  await db.withCompany(
    companyId,
    (tx) => tx`delete from block_orders where company_id = ${companyId} and connection_id = ${connectionId}`,
  );
}

/** Trouble says nothing of whom to block: the others have their turn first. @param order null: all */
async function putOff(
  tx: Tx,
  { companyId, connectionId }: ChannelSession,
  order: Order | null,
): Promise<void> {
  const which = order ? tx`and contact_id = ${order.contactId} and at::text = ${order.at}` : tx``;
  await tx`
    update block_orders set at = now() + ${RETRY_S} * interval '1 second'
    where company_id = ${companyId} and connection_id = ${connectionId} and state = 'due' and at <= now() ${which}`;
}

async function settle(
  tx: Tx,
  { companyId, connectionId }: ChannelSession,
  { contactId, blocked, at }: Order,
  refused: boolean,
): Promise<void> {
  // When two connections refuse at once, the second one sees what the first has written.
  await tx`select from contacts where company_id = ${companyId} and id = ${contactId} for update`;
  const settled = await tx`
    update block_orders set state = ${refused ? 'refused' : 'done'}
    where company_id = ${companyId} and connection_id = ${connectionId} and contact_id = ${contactId}
      and at::text = ${at} and state = 'due'`;
  if (refused && settled.count === 1)
    await tx`
      update contacts set updated_at = now(), blocked = case when exists (
        select from block_orders o
        join connections w on w.company_id = o.company_id and w.id = o.connection_id and w.deleted_at is null
        where o.company_id = ${companyId} and o.contact_id = ${contactId} and o.blocked = ${blocked}
          and o.state <> 'refused') then ${blocked}::boolean else ${!blocked}::boolean end
      where company_id = ${companyId} and id = ${contactId}`;
}
