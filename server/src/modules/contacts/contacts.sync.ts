import { CHANNEL_OF } from '@balcao/shared/features/connections/channel.ts';
import { type ContactView, contactItem } from '@balcao/shared/features/contacts/calls.ts';
import { type ContactRow, contact } from '@balcao/shared/features/contacts/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type SyncedEntity, viewById } from '../../sync/synced-entity.ts';

const CHANNELS_BY_IDENTITY = JSON.stringify(CHANNEL_OF);

/** What is worked out when it is read; every other field of a contact has a column of its name. */
const WORKED_OUT = ['channels', 'blockExceptions', 'optedOutAt', 'personId'];

const storedIn = (shape: object) =>
  Object.keys(shape).flatMap((field) => (WORKED_OUT.includes(field) ? [] : `c.${field}`));

const ITEM_COLUMNS = storedIn(contactItem.shape);
const COLUMNS = storedIn(contact.shape);

/** Columns of contacts `c`, as lists show them. */
export const contactItemColumns = (tx: Tx) => tx`${tx(ITEM_COLUMNS)}, ${channelsAndExceptions(tx)}`;

const channelsAndExceptions = (tx: Tx) =>
  tx`array(select distinct ${CHANNELS_BY_IDENTITY}::text::jsonb ->> i.kind from contact_identities i
      where i.company_id = c.company_id and i.contact_id = c.id order by 1) as channels,
    array(select o.connection_id from block_orders o
      join connections w on w.company_id = o.company_id and w.id = o.connection_id and w.deleted_at is null
      where o.company_id = c.company_id and o.contact_id = c.id and o.state = 'refused' and o.blocked = c.blocked
      order by o.connection_id) as block_exceptions`;

/** Columns of contacts `c`. */
export const contactColumns = (tx: Tx) =>
  tx`${tx(COLUMNS)}, ${channelsAndExceptions(tx)},
    to_char(c.opted_out_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opted_out_at,
    (select l.person_id from contact_links l
      where l.company_id = c.company_id and l.contact_id = c.id) as person_id`;

/**
 * Those who see all tickets see all contacts; the others those that they added, and the people behind the tickets that
 * they see.
 *
 * @param ticketIds whose contacts are wanted too
 */
export async function loadContacts(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
  ticketIds: readonly string[] = [],
): Promise<Scoped<ContactRow>[]> {
  const rows = await tx<(ContactRow & { scopes: string[] })[]>`
    select ${contactColumns(tx)}, seen.scopes
    from contacts c cross join lateral contact_scopes(c.company_id, c.id, c.added_by) seen
    where c.company_id = ${companyId} and c.id = any (array(
      select unnest(${ids as string[]}::bigint[])
      union
      select contact_id from tickets
      where company_id = ${companyId} and id = any (${ticketIds as string[]}::bigint[])))`;
  return rows.map(({ scopes, ...row }) => ({ row, scopes }));
}

/** Loads contacts as API clients get them, without what is another for each person. */
async function loadContactViews(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Omit<ContactView, 'ticketCount'>[]> {
  const rows = await tx<(ContactRow & { uuid: string; createdAt: Date })[]>`
    select ${contactColumns(tx)}, c.uuid, c.created_at from contacts c
    where c.company_id = ${companyId} and c.id = any (${ids as string[]}::bigint[])`;
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** The people behind tickets that the caller has checked. */
export async function loadTicketContacts(
  tx: Tx,
  companyId: number,
  ids: Iterable<number>,
): Promise<ContactRow[]> {
  const rows = await tx<ContactRow[]>`
    select ${contactColumns(tx)} from contacts c
    where c.company_id = ${companyId} and c.id = any (${[...ids]}::bigint[])`;
  return [...rows];
}

export const contactEntity = {
  table: 'contacts',
  key: 'id',
  strategy: 'partial',
  load: loadContacts,
  dependents: ['block_orders', 'contact_links'],
  view: viewById<'contact'>(loadContactViews),
} satisfies SyncedEntity<'contact'>;
