import type { DeletedFor } from '@balcao/shared/features/webhooks/event.ts';
import type { PendingQuery, Row } from 'postgres';
import type { Tx } from './client.ts';

/** Until the end of the transaction things are deleted for this reason: webhooks tell it. */
export async function deletesFor(tx: Tx, reason: DeletedFor): Promise<void> {
  await tx`select set_config('app.deletes', ${reason}, true)`;
}

/** Where in the order of age something stands. Text, because a `Date` knows no microseconds. */
export interface Place {
  at: string;
  id: string;
}

/** What one kind of thing has to do with its age. Those on hold are none of it. */
export interface Aging {
  /** The oldest that may go, behind that place. @param before an instant: what is older may go */
  list(tx: Tx, companyId: number, before: string, after: Place | null, limit: number): Promise<Place[]>;
  /** How many may go, counted up to that many. */
  count(tx: Tx, companyId: number, before: string, most: number): Promise<number>;
  /**
   * Takes one away, if it still may go. `more`: it is so large that a part of it has gone; the rest is the next
   * transaction's.
   *
   * @returns how many went
   */
  take(tx: Tx, companyId: number, id: string, before: string): Promise<number | 'more'>;
  /** It reaches what no company may: its transaction is the system's. */
  asSystem?: true;
}

type Sql = PendingQuery<Row[]>;

/** Those in `old` (`from … where …`), by two columns that an index has in this order. */
export async function listOld(
  tx: Tx,
  { old, at, id }: { old: Sql; at: Sql; id: Sql },
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const behind = after ? tx`and (${at}, ${id}) > (${after.at}::text::timestamptz, ${after.id})` : tx``;
  return tx<
    Place[]
  >`select ${at}::text as at, ${id}::text as id ${old} ${behind} order by ${at}, ${id} limit ${limit}`;
}

export async function countOld(tx: Tx, old: Sql, most: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from (select ${old} limit ${most}) old`;
  return row?.count ?? 0;
}

/** Whether the ticket `t` must not go: it is held, or its contact is. */
export const isHeld = (tx: Tx) => tx`exists (
  select from holds h
  where h.company_id = t.company_id and (h.ticket_id = t.id or ${isOfPerson(tx, tx`t.contact_id`)}))`;

/** Whether the delivery `d` is about a ticket or a contact that is held. */
export const isOfHeld = (tx: Tx) => tx`exists (
  select from holds h
  where h.company_id = d.company_id and (h.ticket_id = d.ticket_id or ${isOfPerson(tx, tx`d.contact_id`)}))`;

/** Whether the hold `h` is of a contact, or of one that is linked to it: they are one person. */
export const isOfPerson = (tx: Tx, contactId: Sql) => tx`(
  h.contact_id = ${contactId} or h.contact_id in (
    select l.contact_id from contact_links mine
    join contact_links l on l.company_id = mine.company_id and l.person_id = mine.person_id
    where mine.company_id = h.company_id and mine.contact_id = ${contactId}))`;
