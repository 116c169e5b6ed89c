import { type Actor, actorScopes, can } from '@balcao/shared/permissions.ts';
import type { ContactRow } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../../platform/db/client.ts';

const columns = (tx: Tx) => tx`c.id, c.name, c.number, c.email, c.profile_pic_url, c.is_group`;

/** Those who see all tickets see all contacts; the others the people behind the tickets that they see. */
export async function loadContacts(tx: Tx, actor: Actor, ids: readonly string[]): Promise<ContactRow[]> {
  const rows = await tx<ContactRow[]>`
    select ${columns(tx)} from contacts c
    where c.company_id = ${actor.companyId} and c.id = any (${ids as string[]}::bigint[])
      ${can(actor, 'tickets:viewAll') ? tx`` : tx`and ${hasVisibleTicket(tx, actor)}`}`;
  return [...rows];
}

/** Of contacts whose ticket left the actor's view: those that no other ticket holds in it. */
export async function contactsOutOfView(
  tx: Tx,
  actor: Actor,
  lostTicketIds: readonly string[],
): Promise<string[]> {
  if (lostTicketIds.length === 0 || can(actor, 'tickets:viewAll')) return [];
  const rows = await tx<{ id: string }[]>`
    select c.id::text as id from contacts c
    where c.company_id = ${actor.companyId}
      and c.id in (select lost.contact_id from tickets lost
        where lost.company_id = ${actor.companyId} and lost.id = any (${lostTicketIds as string[]}::bigint[]))
      and not ${hasVisibleTicket(tx, actor)}`;
  return rows.map((row) => row.id);
}

const hasVisibleTicket = (tx: Tx, actor: Actor) => tx`exists (
  select from tickets t
  where t.company_id = c.company_id and t.contact_id = c.id and t.scopes && ${actorScopes(actor)}::text[])`;
