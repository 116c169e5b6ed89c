import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import type { WebChatSettings } from '@balcao/shared/features/web-chat/calls.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A visitor's conversation with answers that nobody has taken. */
export interface LeftTicket {
  companyId: number;
  id: number;
}

/** How the visitor of such a conversation is reached elsewhere. */
export interface Elsewhere extends LeftTicket {
  contactId: number;
  contactName: string;
  /** Where the answers go. */
  connectionId: number;
  kind: 'mail' | 'whatsapp';
  /** What the visitor has filled in: an address of e-mail, or a number in any spelling. */
  address: string;
  /** The browser's: `pt-BR`. */
  language: string;
  appearance: WebChatSettings['appearance'];
}

export interface Answer {
  userId: number;
  body: string;
  mediaType: MessageType;
  mediaId: string | null;
  fileName: string | null;
  createdAt: Date;
}

/** What was left longer ago goes nowhere: nobody waits for it any more. */
const LATEST = '1 day';
const MOST_ANSWERS = 50;

/**
 * From tickets `t` of chats `s` whose answers go on through connections `o`, with what was filled in in the browser of the
 * person seen last (`given`).
 */
const left = (tx: Tx) => tx`
  from web_chats s
  join connections o on o.company_id = s.company_id and o.id = (s.passes_on ->> 'connectionId')::bigint
    and o.deleted_at is null and o.status = 'connected' and o.kind in ('mail', 'whatsapp')
  join tickets t on t.company_id = s.company_id and t.connection_id = s.connection_id
    and t.status in ('pending', 'open', 'closed')
  cross join lateral (
    select w.facts ->> (case o.kind when 'mail' then 'email' else 'phone' end) as address,
      coalesce(w.facts ->> 'language', '') as language
    from contact_identities i
    join web_visitors w on w.company_id = i.company_id and w.name = i.value
    where i.company_id = t.company_id and i.contact_id = t.contact_id and i.kind = 'web'
      and w.facts ->> (case o.kind when 'mail' then 'email' else 'phone' end) <> ''
    order by w.seen_at desc limit 1) given`;

/** Condition on them: nobody has written there for the time that the company has set. */
const isLeft = (tx: Tx, now: Date) => tx`
  s.passes_on is not null
  and t.last_message_at > ${now}::timestamptz - ${LATEST}::interval
  and t.last_message_at <= ${now}::timestamptz - (s.passes_on ->> 'minutes')::int * interval '1 minute'`;

/** From messages `m` of tickets `t`: what people have answered since the last time, and the visitor's page has not taken. */
const untaken = (tx: Tx) => tx`
  from messages m
  where m.company_id = t.company_id and m.ticket_id = t.id and m.connection_id = t.connection_id and m.from_me
    and m.user_id is not null and m.said_by is null and m.state = 'sent' and m.ack < ${ACK.delivered}
    and not m.is_deleted and m.created_at > coalesce((
      select max(w.passed_on_at) from contact_identities i
      join web_visitors w on w.company_id = i.company_id and w.name = i.value
      where i.company_id = t.company_id and i.contact_id = t.contact_id and i.kind = 'web'), '-infinity')`;

/** Lists them in all companies, the longest left first. */
export function listDue(tx: Tx, now: Date, limit: number): Promise<LeftTicket[]> {
  return tx<LeftTicket[]>`
    select t.company_id, t.id ${left(tx)} where ${isLeft(tx, now)} and exists (select ${untaken(tx)})
    order by t.last_message_at limit ${limit}`;
}

/** Claims one for this process; undefined when another has it, or when it is no longer due. */
export async function claim(
  tx: Tx,
  { companyId, id }: LeftTicket,
  now: Date,
): Promise<Elsewhere | undefined> {
  const [row] = await tx<Elsewhere[]>`
    select t.company_id, t.id, t.contact_id, c.name as contact_name, o.id as connection_id, o.kind, given.address,
      given.language, s.appearance
    ${left(tx)} join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${companyId} and t.id = ${id} and ${isLeft(tx, now)}
    for update of t skip locked`;
  return row;
}

/** In their order. */
export async function listAnswers(tx: Tx, { companyId, id }: LeftTicket): Promise<Answer[]> {
  return tx<Answer[]>`
    select m.user_id, m.body, m.media_type, m.media_id, f.name as file_name, m.created_at
    from tickets t
    cross join lateral (select m.* ${untaken(tx)} order by m.created_at, m.id limit ${MOST_ANSWERS}) m
    left join media f on f.company_id = m.company_id and f.id = m.media_id and f.state = 'stored'
    where t.company_id = ${companyId} and t.id = ${id}
    order by m.created_at, m.id`;
}

export async function markPassedOn(
  tx: Tx,
  { companyId, contactId }: Pick<Elsewhere, 'companyId' | 'contactId'>,
  upTo: Date,
): Promise<void> {
  await tx`
    update web_visitors w set passed_on_at = ${upTo} from contact_identities i
    where i.company_id = ${companyId} and i.contact_id = ${contactId} and i.kind = 'web'
      and w.company_id = i.company_id and w.name = i.value`;
}
