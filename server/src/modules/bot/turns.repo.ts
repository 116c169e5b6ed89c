import type { Channel, ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/outgoing/calls.repo.ts';
import type { Ask } from './decision.ts';

/** Calls that ask a responder on behalf of a ticket. */
export const TURN = 'turn';

/** Whoever goes on writing is answered all the same. */
const MAX_GATHERING_MS = 15_000;

interface Place {
  companyId: number;
  ticketId: number;
}

const laneOf = (ticketId: number) => `ticket:${ticketId}`;

/**
 * Asks in a turn of its own, or in the one that has not begun: messages that follow each other are answered together. Where
 * the responder speaks first it hears nobody, and what a program was told once stays as it is: what is written then
 * waits behind it.
 *
 * @param when.since the place in the conversation of the first message that is to be answered
 */
export async function askLater(
  tx: Tx,
  { companyId, ticketId }: Place,
  { answerer, opens, waitSeconds, patienceSeconds }: Ask,
  { at, since }: { at: Date; since: Date },
): Promise<void> {
  const dueAt = new Date(at.getTime() + waitSeconds * 1000);
  const joined = await tx`
    update outgoing_calls c set due_at = case when c.attempts > 0 then c.due_at else
        greatest(c.due_at, least(${dueAt}::timestamptz, c.created_at + ${MAX_GATHERING_MS} * interval '1 millisecond')) end
    from bot_turns t
    where t.company_id = ${companyId} and t.ticket_id = ${ticketId} and t.answerer = ${answerer}
      and t.opens = ${opens} and c.company_id = t.company_id and c.id = t.id and c.state = 'waiting'
      and (c.attempts = 0 or t.answerer <> 'integration')`;
  if (joined.count > 0) return;
  const id = uuidv7();
  const patienceMs = patienceSeconds * 1000;
  await enqueue(tx, { companyId, id, kind: TURN, lane: laneOf(ticketId), dueAt, patienceMs });
  await tx`
    insert into bot_turns (company_id, id, ticket_id, answerer, opens, since)
    values (${companyId}, ${id}, ${ticketId}, ${answerer}, ${opens}, ${since})`;
}

/** A turn of the dialogue with a responder, and the ticket that it belongs to. */
export interface Turn {
  id: string;
  answerer: Ask['answerer'];
  opens: boolean;
  since: Date;
  /** Where the next turn begins: what was written from there on belongs to it. */
  until: Date | null;
  promptId: number | null;
  integrationId: number | null;
  session: unknown;
  sessionUsedAt: Date | null;
  ticketId: number;
  ticketUuid: string;
  /** A trial is on none. */
  channel: Channel | 'trial';
  kind: ConnectionKind | null;
  connection: { id: number; name: string };
  queue: { id: number; name: string } | null;
  /** What led the customer here. */
  referral: TicketReferral | null;
  contact: { id: number; name: string; number: string; email: string };
  company: { id: number; name: string; timezone: string; language: 'pt' | 'en' | 'es' };
}

/** Undefined when the ticket is not with this responder any more: an agent has it, or another responder. */
export async function findTurn(tx: Tx, companyId: number, id: string): Promise<Turn | undefined> {
  const [turn] = await tx<Turn[]>`
    select b.id, b.answerer, b.opens, b.since, t.prompt_id, t.integration_id, s.session, s.used_at as session_used_at, t.id as ticket_id,
      t.uuid as ticket_uuid, t.referral, w.channel, w.kind,
      (select min(n.since) from bot_turns n
        where n.company_id = b.company_id and n.ticket_id = b.ticket_id and n.id > b.id) as until,
      json_build_object('id', w.id, 'name', w.name) as connection,
      case when q.id is not null then json_build_object('id', q.id, 'name', q.name) end as queue,
      json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'email', c.email) as contact,
      json_build_object('id', o.id, 'name', o.name, 'timezone', o.timezone, 'language', o.language) as company
    from bot_turns b
    join tickets t on t.company_id = b.company_id and t.id = b.ticket_id
      and t.status = 'pending' and t.answerer = b.answerer
    join companies o on o.id = b.company_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join bot_sessions s on s.company_id = t.company_id and s.ticket_id = t.id
    where b.company_id = ${companyId} and b.id = ${id}`;
  return turn;
}

/** Whoever else changes the ticket waits until the end of the transaction. */
export async function lockTicket(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`select from tickets where company_id = ${companyId} and id = ${ticketId} for update`;
}

export async function forgetSession(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  await tx`delete from bot_sessions where company_id = ${companyId} and ticket_id = ${ticketId}`;
}

/** What a responder wants to be told again in its next turn; null: nothing. */
export async function keepSession(
  tx: Tx,
  { companyId, ticketId }: Place,
  session: unknown,
  at: Date,
): Promise<void> {
  if (session === null) return forgetSession(tx, companyId, ticketId);
  await tx`
    insert into bot_sessions (company_id, ticket_id, session, used_at)
    values (${companyId}, ${ticketId}, ${JSON.stringify(session)}::text::jsonb, ${at})
    on conflict (company_id, ticket_id) do update set session = excluded.session, used_at = excluded.used_at`;
}
