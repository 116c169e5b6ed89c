import { type Actor, actorScopes, can } from '@balcao/shared/permissions.ts';
import type { ContactRow } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../../platform/db/client.ts';
import { searchPage } from '../../platform/db/search-page.ts';
import { contactColumns } from './contacts.sync.ts';

interface Page {
  offset: number;
  limit: number;
}

/**
 * Visible contacts by name.
 *
 * @param text words, whatever their accents: any part of a word of the name, or of the number
 */
export function listContacts(
  tx: Tx,
  actor: Actor,
  text: string | undefined,
  page: Page,
): Promise<ContactRow[]> {
  const { companyId } = actor;
  const listed = tx`from contacts c where c.company_id = ${companyId} and ${isVisible(tx, actor)}`;
  if (!text) return readPage(tx, listed, page);
  return searchPage(page, {
    walk: (steps) => {
      const walked = tx`select c.* ${listed} ${byName(tx)} ${steps ? tx`limit ${steps}` : tx``}`;
      const found = tx`from (${walked}) c where c.terms @@ (select search_query(${companyId}, ${text}))`;
      return readPage(tx, found, page);
    },
    find: async (most) => {
      const found = await tx<{ id: number }[]>`select id from find_contacts(${text}, ${most}) as found (id)`;
      return found.map(({ id }) => id);
    },
    // Apart from its order, or the planner would rather walk down the whole list to meet them sorted.
    read: (ids) =>
      readPage(tx, tx`from (select c.* ${listed} and c.id = any (${ids}::bigint[]) offset 0) c`, page),
  });
}

/**
 * The page is cut from the index, which knows nothing but names; only its own rows are read.
 *
 * @param contacts from where to take contacts `c`, in any order
 */
async function readPage(
  tx: Tx,
  contacts: ReturnType<typeof byName>,
  { offset, limit }: Page,
): Promise<ContactRow[]> {
  const rows = await tx<ContactRow[]>`
    select ${contactColumns(tx)}
    from (
      select c.company_id, c.id ${contacts} ${byName(tx)} offset ${offset} limit ${limit}) page
    join contacts c on c.company_id = page.company_id and c.id = page.id
    ${byName(tx)}`;
  return [...rows];
}

const byName = (tx: Tx) => tx`order by c.sort_name, c.id`;

/**
 * Those who see all tickets see all contacts; the others the people behind the tickets that they see. Asked of each
 * contact: as a join the planner would rather look at all tickets first.
 */
const isVisible = (tx: Tx, actor: Actor) =>
  can(actor, 'tickets:viewAll')
    ? tx`true`
    : tx`(select true from tickets t
        where t.company_id = c.company_id and t.contact_id = c.id and t.scopes && ${actorScopes(actor)}::text[]
        limit 1)`;
