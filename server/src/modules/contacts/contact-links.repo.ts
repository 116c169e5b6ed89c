import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { LinkedContactItem } from '@balcao/shared/features/contacts/calls.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isVisible } from '../../platform/db/contact-scopes.ts';
import { contactItemColumns } from './contacts.sync.ts';

/** The other contacts of the same person whom the actor sees, by name. */
export function listLinked(tx: Tx, actor: Actor, id: number): Promise<LinkedContactItem[]> {
  return tx<LinkedContactItem[]>`
    select ${contactItemColumns(tx)}, c.notes,
      (select t.uuid from tickets t
        where t.company_id = c.company_id and t.contact_id = c.id and t.scopes && ${actorScopes(actor)}::text[]
        order by t.last_message_at desc, t.id desc limit 1) as ticket_uuid
    from contacts c
    where c.company_id = ${actor.companyId} and c.id <> ${id} and ${isVisible(tx, actor)}
      and c.id = any (array(${ofPerson(tx, actor.companyId, id)}))
    order by c.sort_name, c.id`;
}

/** Everybody who is linked to a contact, seen or not, and the contact itself. */
export async function idsOfPerson(tx: Tx, companyId: number, id: number): Promise<number[]> {
  const rows = await tx<{ contactId: number }[]>`${ofPerson(tx, companyId, id)}`;
  return [id, ...rows.map(({ contactId }) => contactId).filter((other) => other !== id)];
}

const ofPerson = (tx: Tx, companyId: number, id: number) => tx`
  select l.contact_id from contact_links mine
  join contact_links l on l.company_id = mine.company_id and l.person_id = mine.person_id
  where mine.company_id = ${companyId} and mine.contact_id = ${id}`;

/** Nobody else links or unlinks these contacts, and those linked to them, until the end of the transaction. */
export async function lockPersons(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx`
    select from contacts where company_id = ${companyId} and id = any (array(
      select unnest(${ids as number[]}::bigint[])
      union
      select l.contact_id from contact_links mine
      join contact_links l on l.company_id = mine.company_id and l.person_id = mine.person_id
      where mine.company_id = ${companyId} and mine.contact_id = any (${ids as number[]}::bigint[])))
    order by id for update`;
}

/** How many contacts a person has. */
export async function countOf(tx: Tx, companyId: number, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int from contact_links where company_id = ${companyId} and person_id = ${personId}`;
  return row?.count ?? 0;
}

export async function add(
  tx: Tx,
  companyId: number,
  personId: string,
  contactIds: readonly number[],
): Promise<void> {
  await tx`
    insert into contact_links (company_id, contact_id, person_id)
    select ${companyId}, unnest(${contactIds as number[]}::bigint[]), ${personId}`;
}

export async function remove(tx: Tx, companyId: number, contactId: number): Promise<void> {
  await tx`delete from contact_links where company_id = ${companyId} and contact_id = ${contactId}`;
}

/** What a merge makes of two persons' links: one person, to whom all of them belong. */
export async function join(tx: Tx, companyId: number, keep: number, drop: number): Promise<void> {
  await tx`
    update contact_links l set person_id = kept.person_id
    from contact_links kept, contact_links dropped
    where kept.company_id = ${companyId} and kept.contact_id = ${keep}
      and dropped.company_id = ${companyId} and dropped.contact_id = ${drop}
      and l.company_id = ${companyId} and l.person_id = dropped.person_id and l.person_id <> kept.person_id`;
  await tx`
    update contact_links set contact_id = ${keep}
    where company_id = ${companyId} and contact_id = ${drop} and not exists (
      select from contact_links where company_id = ${companyId} and contact_id = ${keep})`;
}
