import type { Person } from '@balcao/shared/contract/roles.ts';
import type { MentionRow } from '@balcao/shared/features/mentions/row.ts';
import type { Mentioned } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';

/** Characters of what was written: a notification has room for as many. */
const TEXT_CHARS = 200;

/** A mention, the scopes of its ticket or its chat, and what decides whether the one who is meant sees it. */
export interface MentionRecord extends Omit<MentionRow, 'createdAt' | 'readAt'> {
  createdAt: Date;
  readAt: Date | null;
  scopes: string[];
  viewer: Omit<Person, 'companyId'>;
}

const viewer = (tx: Tx) => tx`
  jsonb_build_object('userId', u.id, 'profile', u.profile, 'super', u.super, 'allTicket', u.all_ticket,
    'queueIds', array(select q.queue_id from user_queues q where q.company_id = u.company_id and q.user_id = u.id))`;

const mentions = (tx: Tx) => tx`
  select n.id, n.source, n.user_id, coalesce(m.user_id, s.sender_id) as author_id,
    coalesce(n.message_id, n.chat_message_id) as message_id, n.ticket_id, t.uuid as ticket_uuid,
    case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end as contact,
    case when c.id is not null then jsonb_build_object('id', c.id, 'uuid', c.uuid, 'title', c.title) end as chat,
    left(coalesce(m.body, s.body), ${TEXT_CHARS}) as text,
    n.created_at, n.read_at, coalesce(t.scopes, c.scopes) as scopes, ${viewer(tx)} as viewer
  from mentions n
  left join messages m on m.company_id = n.company_id and m.id = n.message_id
  left join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  left join contacts k on k.company_id = n.company_id and k.id = m.contact_id
  left join chat_messages s on s.company_id = n.company_id and s.id = n.chat_message_id
  left join chats c on c.company_id = n.company_id and c.id = n.chat_id
  join users u on u.company_id = n.company_id and u.id = n.user_id`;

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<MentionRecord[]> {
  const rows = await tx<MentionRecord[]>`
    ${mentions(tx)} where n.company_id = ${companyId} and n.id = any (${ids as string[]}::uuid[])`;
  return [...rows];
}

/** Those of a person in tickets and chats with one of these scopes, newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  userId: number,
  scopes: string[],
  page: Page,
): Promise<MentionRecord[]> {
  const rows = await tx<MentionRecord[]>`
    ${mentions(tx)} where n.company_id = ${companyId} and n.user_id = ${userId}
      and coalesce(t.scopes, c.scopes) && ${scopes}::text[]
    order by n.created_at desc, n.id desc offset ${page.offset} limit ${page.limit}`;
  return [...rows];
}

export async function markRead(
  tx: Tx,
  companyId: number,
  userId: number,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx`
    update mentions set read_at = ${at}
    where company_id = ${companyId} and user_id = ${userId} and id = any (${ids as string[]}::uuid[]) and read_at is null`;
}

/** People of the company by their ids, with what decides what they see. */
export async function people(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
): Promise<{ name: string; viewer: Omit<Person, 'companyId'> }[]> {
  const rows = await tx<{ name: string; viewer: Omit<Person, 'companyId'> }[]>`
    select u.name, ${viewer(tx)} as viewer from users u
    where u.company_id = ${companyId} and u.id = any (${ids as number[]}::bigint[]) order by u.id`;
  return [...rows];
}

export async function add(
  tx: Tx,
  companyId: number,
  messageId: string,
  mentioned: readonly Mentioned[],
): Promise<void> {
  const ids = mentioned.map(({ userId }) => userId);
  await tx`
    with note as (
      update messages set mentions = ${JSON.stringify(mentioned)}::text::jsonb
      where company_id = ${companyId} and id = ${messageId}
      returning ticket_id, created_at)
    insert into mentions (company_id, source, message_id, ticket_id, user_id, created_at)
    select ${companyId}, 'note', ${messageId}, note.ticket_id, person, note.created_at
    from note, unnest(${ids}::bigint[]) as person`;
}
