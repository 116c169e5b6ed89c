import type { ChatAddress, MessageRef } from '../channels/channel.ts';
import type { AwaitedAnswer } from '../modules/ticket-rules/ratings.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { type CampaignTold, isOfCampaign, toldByCampaigns } from './campaign-replies.ts';
import { type EarlyChange, isEarlyFor } from './changes.ts';
import { contactsNamed, type KnownContact } from './contacts.ts';
import type { KnownTicket } from './tickets.ts';

/** All that the pipeline must know about a message before it stores it, in one round trip. */
export interface Context {
  contacts: KnownContact[];
  /** The ticket of the oldest of these contacts, locked: the one under way, else the one that was closed last. */
  ticket: KnownTicket | null;
  /** This very message, if it was stored before. */
  known: { id: string; ticketId: number; placeholder: boolean } | null;
  /** The only queue of the connection. */
  queueId: number | null;
  /** Minutes. */
  reopenMinutes: number;
  groupsWanted: boolean;
  /** An acknowledgement that came before its message. */
  earlyAck: number | null;
  /** What else came before it (changes.ts). */
  earlyChanges: EarlyChange[];
  /** What campaigns have said here not long ago, the latest first; of no group, and not for what we say. */
  told: CampaignTold[];
  /** A campaign sent it or heard it, and it is in no conversation yet. */
  isOfCampaign: boolean;
}

const REOPEN_MINUTES = 120;

interface ContextRow {
  contacts: KnownContact[] | null;
  settings: { [key: string]: string } | null;
  queueIds: number[] | null;
  knownId: string | null;
  knownTicketId: number | null;
  knownPlaceholder: boolean | null;
  earlyAck: number | null;
  earlyChanges: EarlyChange[] | null;
  told: CampaignTold[] | null;
  isOfCampaign: boolean;
  ticketId: number | null;
  status: KnownTicket['status'] | null;
  queueId: number | null;
  userId: number | null;
  closedAt: Date | null;
  ratingUntil: Date | null;
  ratingAsks: AwaitedAnswer['asks'] | null;
  lastMessageAt: Date | null;
  isSnoozed: boolean | null;
  chatbot: boolean | null;
}

export async function loadContext(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
): Promise<Context> {
  const [row] = await tx<ContextRow[]>`
    with who as materialized (${contactsNamed(tx, companyId, chat)})
    select
      (select json_agg(who order by who.id) from who) as contacts,
      (select json_object_agg(key, value) from settings
        where company_id = ${companyId} and key in ('timeCreateNewTicket', 'CheckMsgIsGroup')) as settings,
      (select array_agg(queue_id) from connection_queues
        where company_id = ${companyId} and connection_id = ${connectionId}) as queue_ids,
      (select ack from early_acks
        where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${ref.id}) as early_ack,
      (select json_agg(json_build_object('kind', kind, 'body', body, 'author', author, 'authorName', author_name)
          order by e.id) from early_changes e
        where ${isEarlyFor(tx, { companyId, connectionId, chat, ref })}) as early_changes,
      ${chat.kind === 'direct' && !ref.fromMe ? toldByCampaigns(tx, companyId, connectionId, chat) : tx`null`} as told,
      ${isOfCampaign(tx, companyId, connectionId, ref.id)} as is_of_campaign,
      known.id as known_id, known.ticket_id as known_ticket_id, known.placeholder as known_placeholder,
      ticket.id as ticket_id, ticket.status, ticket.queue_id, ticket.user_id, ticket.closed_at, ticket.rating_until,
      ticket.rating_asks, ticket.last_message_at, ticket.is_snoozed, ticket.chatbot
    from (values (1)) one
    left join lateral (
      select m.* from who cross join lateral (
        select id, ticket_id, placeholder from messages
        where company_id = ${companyId} and contact_id = who.id and connection_id = ${connectionId}
          and participant = ${ref.participant} and from_me = ${ref.fromMe} and wa_id = ${ref.id} limit 1) m
      limit 1) known on true
    left join lateral (
      select t.id, t.status, t.queue_id, t.user_id, t.closed_at, t.rating_until, t.rating_asks, t.last_message_at, t.chatbot,
        t.snoozed_until is not null as is_snoozed
      from tickets t
      where t.company_id = ${companyId} and t.connection_id = ${connectionId}
        and t.contact_id = (select min(id) from who)
      order by t.status = 'closed', t.closed_at desc nulls last, t.id desc limit 1 for update of t) ticket on true`;
  if (!row) throw new Error('a row of nothing but subqueries is always there');
  return {
    contacts: row.contacts ?? [],
    ticket:
      row.ticketId && row.status
        ? {
            id: row.ticketId,
            status: row.status,
            queueId: row.queueId,
            userId: row.userId,
            closedAt: row.closedAt,
            awaited:
              row.ratingUntil && row.ratingAsks ? { until: row.ratingUntil, asks: row.ratingAsks } : null,
            lastMessageAt: row.lastMessageAt ?? new Date(0),
            isSnoozed: row.isSnoozed === true,
            chatbot: row.chatbot === true,
          }
        : null,
    known:
      row.knownId && row.knownTicketId
        ? { id: row.knownId, ticketId: row.knownTicketId, placeholder: row.knownPlaceholder === true }
        : null,
    queueId: row.queueIds?.length === 1 ? (row.queueIds[0] ?? null) : null,
    reopenMinutes: minutes(row.settings?.timeCreateNewTicket),
    groupsWanted: row.settings?.CheckMsgIsGroup === 'disabled',
    earlyAck: row.earlyAck,
    earlyChanges: row.earlyChanges ?? [],
    told: row.told ?? [],
    isOfCampaign: row.isOfCampaign,
  };
}

function minutes(setting: string | undefined): number {
  const value = Number(setting ?? REOPEN_MINUTES);
  return Number.isFinite(value) && value >= 0 ? value : REOPEN_MINUTES;
}
