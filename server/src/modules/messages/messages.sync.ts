import type { Scoped } from '@balcao/shared/permissions.ts';
import type { MessageRow } from '@balcao/shared/sync/entities.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type MessageRecord, messageColumns, messageMedia, presentMessage } from './messages.presenter.ts';

/** A message is seen by whoever sees its ticket, followed or not. */
export async function loadMessages(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<MessageRow>[]> {
  const rows = await tx<(MessageRecord & { scopes: string[] })[]>`
    select ${messageColumns(tx)}, t.scopes from messages m ${messageMedia(tx)}
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${companyId} and m.id = any (${ids as string[]}::uuid[])`;
  return rows.map((row) => ({ row: presentMessage(row), scopes: row.scopes }));
}

/**
 * The newest messages of each ticket, oldest first. The caller has checked the tickets.
 *
 * @param limit of each ticket
 */
export async function loadMessageTails(
  tx: Tx,
  companyId: number,
  ticketIds: readonly number[],
  limit: number,
): Promise<MessageRow[]> {
  if (ticketIds.length === 0) return [];
  const rows = await tx<MessageRecord[]>`
    select ${messageColumns(tx)}
    from tickets t
    cross join lateral (
      select * from messages last
      where last.company_id = t.company_id and last.ticket_id = t.id
      order by last.created_at desc, last.id desc limit ${limit}) m
    ${messageMedia(tx)}
    where t.company_id = ${companyId} and t.id = any (${ticketIds as number[]}::bigint[])
    order by m.ticket_id, m.created_at, m.id`;
  return rows.map(presentMessage);
}

/** Messages of one ticket before a key (null: the newest), newest first. The caller has checked the ticket. */
export async function listMessagesBefore(
  tx: Tx,
  companyId: number,
  ticketId: number,
  before: MessageKey | null,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await tx<MessageRecord[]>`
    select ${messageColumns(tx)} from messages m ${messageMedia(tx)}
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId}
      ${before ? tx`and (m.created_at, m.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : tx``}
    order by m.created_at desc, m.id desc limit ${limit}`;
  return rows.map(presentMessage);
}
