import type { Person } from '@balcao/shared/contract/roles.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Until the end of the transaction nobody else changes what this person has pinned. */
export async function lockPins(tx: Tx, { companyId, userId }: Person): Promise<void> {
  await tx`select from users where company_id = ${companyId} and id = ${userId} for no key update`;
}

/** The others that the actor has pinned and still sees: nobody could take back what is out of sight. */
export async function countOthers(tx: Tx, actor: Person, ticketId: number): Promise<number> {
  const [found] = await tx<{ count: number }[]>`
    select count(*)::int from ticket_pins p
    join tickets t on t.company_id = p.company_id and t.id = p.ticket_id
    where p.company_id = ${actor.companyId} and p.user_id = ${actor.userId} and p.ticket_id <> ${ticketId}
      and t.scopes && ${actorScopes(actor)}::text[]`;
  return found?.count ?? 0;
}

export async function pin(tx: Tx, { companyId, userId }: Person, ticketId: number): Promise<void> {
  await tx`
    insert into ticket_pins (company_id, user_id, ticket_id) values (${companyId}, ${userId}, ${ticketId})
    on conflict do nothing`;
}

export async function unpin(tx: Tx, { companyId, userId }: Person, ticketId: number): Promise<void> {
  await tx`
    delete from ticket_pins
    where company_id = ${companyId} and user_id = ${userId} and ticket_id = ${ticketId}`;
}
