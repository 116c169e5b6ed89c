import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type EventPlace, insertEvent } from '../ticket-timeline/ticket-events.service.ts';

type Sql = ReturnType<typeof awake>;

/** In an update of a ticket: it is among the others again, if it was put off, and its rules count from now. */
export const awake = (tx: Tx, at: Date) => tx`
  snoozed_until = null, resumed_at = case when snoozed_until is null then resumed_at else ${at}::timestamptz end`;

/** The customer has written after `seenAt`, whether or not somebody has read it since. */
export async function hasWritten(
  tx: Tx,
  companyId: number,
  ticketId: number,
  seenAt: string,
): Promise<boolean> {
  const [found] = await tx<{ written: boolean }[]>`
    select exists (select from messages
      where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me
        and created_at > ${seenAt}::timestamptz) as written`;
  return found?.written === true;
}

/** Nothing when it is put off until then already. */
export async function putOff(
  tx: Tx,
  place: EventPlace,
  event: Extract<TicketEvent, { kind: 'snoozed' }>,
  at: Date,
): Promise<void> {
  const { until } = event;
  const change = tx`update tickets set snoozed_until = ${until}::timestamptz(3)`;
  const isNew = tx`snoozed_until is distinct from ${until}::timestamptz(3)`;
  await tellOnce(tx, place, change, isNew, event, at);
}

/** Nothing when it is not put off, or its time has not come by `dueBy`. */
export async function resume(
  tx: Tx,
  place: EventPlace,
  event: Extract<TicketEvent, { kind: 'resumed' }>,
  at: Date,
  dueBy?: Date,
): Promise<void> {
  const isPutOff = dueBy ? tx`snoozed_until <= ${dueBy}` : tx`snoozed_until is not null`;
  await tellOnce(tx, place, tx`update tickets set ${awake(tx, at)}`, isPutOff, event, at);
}

/** The change and its line in the conversation, both or neither. */
async function tellOnce(
  tx: Tx,
  { companyId, ticketId, userId }: EventPlace,
  change: Sql,
  condition: Sql,
  event: TicketEvent,
  at: Date,
): Promise<void> {
  await tx`
    with ticket as (
      ${change} where company_id = ${companyId} and id = ${ticketId} and ${condition}
      returning company_id, id, contact_id, connection_id)
    ${insertEvent(tx, tx`ticket`, userId, event, at)}`;
}

export interface DueTicket {
  companyId: number;
  id: number;
}

/** Lists those of all companies, the longest due first. */
export function listDue(tx: Tx, now: Date, limit: number): Promise<DueTicket[]> {
  return tx<DueTicket[]>`
    select company_id, id from tickets where snoozed_until <= ${now} order by snoozed_until limit ${limit}`;
}
