import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Hold } from '@balcao/shared/features/retention/calls.ts';
import { isHeld, isOfPerson } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';

export type StoredHold = Omit<Hold, 'createdAt'> & { createdAt: Date };

/** What is held: a conversation, or a contact with all that is its. */
export type Held = { ticketId: number } | { contactId: number };

const shown = (tx: Tx) => tx`
  select h.id, h.ticket_id, c.id as contact_id, c.name as contact_name, h.reason, h.user_name, h.created_at
  from holds h
  left join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
  join contacts c on c.company_id = h.company_id and c.id = coalesce(h.contact_id, t.contact_id)`;

export const list = (
  tx: Tx,
  companyId: number,
  page: { offset: number; limit: number },
): Promise<StoredHold[]> =>
  tx<StoredHold[]>`
    ${shown(tx)} where h.company_id = ${companyId}
    order by h.created_at desc, h.id desc offset ${page.offset} limit ${page.limit}`;

export async function find(tx: Tx, companyId: number, id: number): Promise<StoredHold | undefined> {
  const [hold] = await tx<StoredHold[]>`${shown(tx)} where h.company_id = ${companyId} and h.id = ${id}`;
  return hold;
}

/** Whether it is there; nobody deletes it until the end of the transaction. */
export async function exists(tx: Tx, companyId: number, held: Held): Promise<boolean> {
  const found =
    'ticketId' in held
      ? await tx`select from tickets where company_id = ${companyId} and id = ${held.ticketId} for key share`
      : await tx`select from contacts where company_id = ${companyId} and id = ${held.contactId} for key share`;
  return found.count === 1;
}

/** @returns its id; undefined when it is held already */
export async function insert(
  tx: Tx,
  actor: Pick<Actor, 'companyId' | 'userId'>,
  held: Held,
  reason: string,
): Promise<number | undefined> {
  const { companyId, userId } = actor;
  const ticketId = 'ticketId' in held ? held.ticketId : null;
  const contactId = 'contactId' in held ? held.contactId : null;
  const [added] = await tx<{ id: number }[]>`
    insert into holds (company_id, ticket_id, contact_id, reason, user_name)
    values (${companyId}, ${ticketId}, ${contactId}, ${reason}, coalesce((
      select name from users where company_id = ${companyId} and id = ${userId}), ''))
    on conflict do nothing returning id`;
  return added?.id;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from holds where company_id = ${companyId} and id = ${id}`;
}

/** Whether a conversation must not go: it is held, or its person is. Nobody holds it until the end of the transaction. */
export async function isTicketHeld(tx: Tx, companyId: number, ticketId: number): Promise<boolean> {
  await tx`select from tickets where company_id = ${companyId} and id = ${ticketId} for update`;
  const found = await tx`
    select from tickets t where t.company_id = ${companyId} and t.id = ${ticketId} and ${isHeld(tx)}`;
  return found.count > 0;
}

/** Whether a contact, which the caller has locked, must not go: its person is held, or a conversation with it is. */
export async function isContactHeld(tx: Tx, companyId: number, contactId: number): Promise<boolean> {
  const found = await tx`
    select from holds h where h.company_id = ${companyId} and (${isOfPerson(tx, tx`${contactId}`)} or h.ticket_id in (
      select id from tickets where company_id = ${companyId} and contact_id = ${contactId})) limit 1`;
  return found.count > 0;
}

/** Two conversations became one. */
export async function followTicket(tx: Tx, companyId: number, gone: number, stays: number): Promise<void> {
  await tx`
    update holds set ticket_id = ${stays} where company_id = ${companyId} and ticket_id = ${gone}
      and not exists (select from holds where company_id = ${companyId} and ticket_id = ${stays})`;
}

/** Two contacts became one. */
export async function followContact(tx: Tx, companyId: number, gone: number, stays: number): Promise<void> {
  await tx`
    update holds set contact_id = ${stays} where company_id = ${companyId} and contact_id = ${gone}
      and not exists (select from holds where company_id = ${companyId} and contact_id = ${stays})`;
}
