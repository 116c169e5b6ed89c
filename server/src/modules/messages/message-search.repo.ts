import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { FoundKind } from '@balcao/shared/features/messages/calls.ts';
import type { MessageOrigin, MessageType } from '@balcao/shared/features/messages/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A message that says what is sought, and where. */
export interface MessageHit {
  id: string;
  ticketUuid: string;
  contactName: string;
  body: string;
  fromMe: boolean;
  mediaType: MessageType;
  createdAt: Date;
}

/** What is sought, and what is left out; the conditions add up. */
export interface MessageSearch {
  sought: string;
  /** Messages in tickets of one of these. */
  queueIds?: number[] | undefined;
  users?: number[] | undefined;
  kinds?: FoundKind[] | undefined;
  origins?: MessageOrigin[] | undefined;
  /** Tickets have all of these. */
  tags?: number[] | undefined;
  /** Instants: this one or later, and before that one. */
  from?: string | undefined;
  to?: string | undefined;
  contactId?: number | undefined;
}

interface Page {
  offset: number;
  limit: number;
}

/** What a page goes by and shows of messages `m`: a walk is felt in every column that it carries along. */
const COLUMNS = [
  'm.companyId',
  'm.id',
  'm.ticketId',
  'm.contactId',
  'm.body',
  'm.fromMe',
  'm.mediaType',
  'm.origin',
  'm.isDeleted',
  'm.createdAt',
  'm.terms',
];

/** So many messages are looked at for each that is wanted: where one in twelve says it, no index is asked. */
const NEAR = 12;
/** Whether there are this many nobody wants to know. */
const ALL = 100_000;

/**
 * What people said, in the tickets that the actor sees; what was stored last comes first. Ids are UUIDv7: the primary
 * key is the order in which they were made.
 */
export async function searchMessages(
  tx: Tx,
  actor: Actor,
  search: MessageSearch,
  page: Page,
): Promise<MessageHit[]> {
  const { companyId } = actor;
  const { sought, contactId } = search;
  const columns = tx(COLUMNS);
  const all = tx`select ${columns} from messages m where m.company_id = ${companyId}`;
  const says = tx`m.terms @@ (select search_query(${companyId}, ${sought}))`;
  // One conversation is read through: it is short beside all others.
  if (contactId !== undefined)
    return readPage(tx, actor, search, tx`${all} and m.contact_id = ${contactId} and ${says}`, page);
  const walk = (steps?: number) => {
    const walked = steps ? tx`${all} ${newestFirst(tx)} limit ${steps}` : all;
    return readPage(tx, actor, search, tx`select m.* from (${walked}) m where ${says}`, page);
  };
  const isFull = (rows: MessageHit[]) => rows.length === page.limit;
  const wanted = page.offset + page.limit;
  const near = await walk(NEAR * wanted);
  if (isFull(near)) return near;
  // Some are another's, or left out: ten times as many, until a page is full.
  for (let most = 2 * wanted; most < ALL; most *= 10) {
    const found = await tx<{ id: string }[]>`select id from find_messages(${sought}, ${most}) as found (id)`;
    const ids = found.map(({ id }) => id);
    // Sorted before they are read: those behind the page are not read at all.
    const these = tx`
      select ${columns} from (select unnest(${ids}::uuid[]) as id order by id desc) found
      join messages m on m.company_id = ${companyId} and m.id = found.id`;
    const rows = await readPage(tx, actor, search, these, page);
    if (isFull(rows) || ids.length < most) return rows;
  }
  return walk();
}

/** @param found selects COLUMNS of messages `m`, in any order */
async function readPage(
  tx: Tx,
  actor: Actor,
  search: MessageSearch,
  found: ReturnType<typeof newestFirst>,
  { offset, limit }: Page,
): Promise<MessageHit[]> {
  return tx<MessageHit[]>`
    select m.id, t.uuid as ticket_uuid, c.name as contact_name, m.body, m.from_me, m.media_type, m.created_at
    from (${found}) m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where t.scopes && ${actorScopes(actor)}::text[] and m.media_type <> 'event' and not m.is_deleted
      ${isWanted(tx, search)}
    ${newestFirst(tx)} offset ${offset} limit ${limit}`;
}

const newestFirst = (tx: Tx) => tx`order by m.id desc`;

/** Conditions on messages `m` and their tickets `t`. */
const isWanted = (tx: Tx, { queueIds, users, kinds, origins, tags, from, to }: MessageSearch) => tx`
  ${queueIds ? tx`and t.queue_id = any (${queueIds}::bigint[])` : tx``}
  ${users ? tx`and t.user_id = any (${users}::bigint[])` : tx``}
  ${kinds ? tx`and m.media_type = any (${kinds}::text[])` : tx``}
  ${origins ? tx`and m.origin = any (${origins}::text[])` : tx``}
  ${from ? tx`and m.created_at >= ${from}::timestamptz` : tx``}
  ${to ? tx`and m.created_at < ${to}::timestamptz` : tx``}
  ${
    tags
      ? tx`and ${[...new Set(tags)].length} = (select count(*) from ticket_tags k
          where k.company_id = t.company_id and k.ticket_id = t.id and k.tag_id = any (${tags}::bigint[]))`
      : tx``
  }`;
