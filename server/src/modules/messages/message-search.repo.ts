import { type Actor, actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Reach, type SearchWays, searchPage } from '../../platform/db/search-page.ts';

/** A message that says what is sought, and where. */
export interface MessageHit {
  id: string;
  ticketUuid: string;
  contactName: string;
  body: string;
  fromMe: boolean;
  createdAt: Date;
}

interface Page {
  offset: number;
  limit: number;
}

/** A step of a message costs about 1 µs. */
const REACH: Reach = { near: 1_000, far: 20_000 };

/** What people said, in the tickets that the actor sees; what was stored last comes first. */
export function searchMessages(tx: Tx, actor: Actor, sought: string, page: Page): Promise<MessageHit[]> {
  const { companyId } = actor;
  const all = tx`select m.* from messages m where m.company_id = ${companyId}`;
  const says = tx`m.terms @@ (select search_query(${companyId}, ${sought}))`;
  const ways: SearchWays<MessageHit, string> = {
    // Ids are UUIDv7: the primary key is the order in which they were made.
    walk: (steps) => {
      const walked = steps ? tx`${all} ${newestFirst(tx)} limit ${steps}` : all;
      return readPage(tx, actor, tx`select m.* from (${walked}) m where ${says}`, page);
    },
    find: async (most) => {
      const found = await tx<
        { id: string }[]
      >`select id from find_messages(${sought}, ${most}) as found (id)`;
      return found.map(({ id }) => id);
    },
    read: (ids) =>
      readPage(tx, actor, tx`select m.* from (${all} and m.id = any (${ids}::uuid[]) offset 0) m`, page),
  };
  return searchPage(page, ways, REACH);
}

/** @param found selects all columns of messages `m`, in any order */
async function readPage(
  tx: Tx,
  actor: Actor,
  found: ReturnType<typeof newestFirst>,
  { offset, limit }: Page,
): Promise<MessageHit[]> {
  return tx<MessageHit[]>`
    select m.id, t.uuid as ticket_uuid, c.name as contact_name, m.body, m.from_me, m.created_at
    from (${found}) m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where t.scopes && ${actorScopes(actor)}::text[] and m.media_type <> 'event' and not m.is_deleted
    ${newestFirst(tx)} offset ${offset} limit ${limit}`;
}

const newestFirst = (tx: Tx) => tx`order by m.id desc`;
