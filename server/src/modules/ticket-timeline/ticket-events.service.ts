import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { noteCause } from './causes.service.ts';

/** Whose conversation tells it, and who did it: null for the customer and the system. */
export interface EventPlace {
  companyId: number;
  ticketId: number;
  userId: number | null;
}

/**
 * Writes what happened to a ticket into its conversation, in the transaction of the deed. The ticket's newest message
 * stays; the customer hears nothing of it.
 *
 * @param id of its line
 */
export async function addTicketEvent(
  tx: Tx,
  { companyId, ticketId, userId }: EventPlace,
  event: TicketEvent,
  at: Date,
  id = uuidv7(),
): Promise<void> {
  await insertEvent(
    tx,
    tx`tickets where company_id = ${companyId} and id = ${ticketId}`,
    userId,
    event,
    at,
    id,
  );
}

/**
 * The same as part of a statement, which may be the one that makes the ticket.
 *
 * @param ticket what follows `from`: one row with the columns of a ticket
 */
export function insertEvent(
  tx: Tx,
  ticket: ReturnType<Tx>,
  userId: number | null,
  event: TicketEvent,
  at: Date,
  id = uuidv7(),
) {
  noteCause(tx, { messageId: id, event });
  return tx`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, said_by, body,
      media_type, state, read, created_at)
    select company_id, ${id}, id, contact_id, connection_id, ${userId}::bigint, true,
      ${userId === null ? 'automatic' : null},
      ${JSON.stringify(event)}, 'event', 'local', true, ${at}::timestamptz
    from ${ticket}`;
}

/** Whose deed an event tells, if it is not the system's or the customer's. */
export interface EventDoer {
  companyId: number;
  userId: number | null;
  /** What a program is called that did it. */
  program?: string;
}

/**
 * The names of these people and queues, for what an event says; null for nobody and none. A program is named where the
 * person would be who did it (`by`).
 */
export async function namesOf<U extends string, Q extends string>(
  tx: Tx,
  { companyId, program }: Pick<EventDoer, 'companyId' | 'program'>,
  users: Record<U, number | null>,
  queues: Record<Q, number | null>,
): Promise<Record<U | Q, string | null>> {
  const [userIds, queueIds] = [idsIn(users), idsIn(queues)];
  const rows = await tx<{ kind: 'user' | 'queue'; id: number; name: string }[]>`
    select 'user' as kind, id, name from users
    where company_id = ${companyId} and id = any (${userIds}::bigint[])
    union all
    select 'queue', id, name from queues where company_id = ${companyId} and id = any (${queueIds}::bigint[])`;
  const nameOf = (kind: 'user' | 'queue', id: number | null) =>
    rows.find((row) => row.kind === kind && row.id === id)?.name ?? null;
  return Object.fromEntries([
    ...pairs(users).map(([key, id]) => [
      key,
      nameOf('user', id) ?? (key === 'by' ? (program ?? null) : null),
    ]),
    ...pairs(queues).map(([key, id]) => [key, nameOf('queue', id)]),
  ]) as Record<U | Q, string | null>;
}

const pairs = (ids: Record<string, number | null>) => Object.entries(ids);
const idsIn = (ids: Record<string, number | null>) =>
  pairs(ids).flatMap(([, id]) => (id === null ? [] : [id]));
