import { type Aging, countOld, isHeld, listOld } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './tickets.repo.ts';

/** Words of one conversation that go in one transaction: each is told to the consoles. */
const AT_ONCE = 500;

const old = (tx: Tx, companyId: number, before: string) => tx`
  from tickets t
  where t.company_id = ${companyId} and t.status = 'closed' and t.closed_at < ${before} and not ${isHeld(tx)}`;

/** Finished conversations, with all that was said in them: as an admin deletes them. */
export const oldTickets: Aging = {
  list: (tx, companyId, before, after, limit) =>
    listOld(tx, { old: old(tx, companyId, before), at: tx`t.closed_at`, id: tx`t.id` }, after, limit),
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  async take(tx, companyId, id, before) {
    // A hold that is being put on it has locked its row: the lock here waits, and the statement after it sees the hold.
    await tx`select from tickets where company_id = ${companyId} and id = ${id} for update`;
    const found = await tx`select ${old(tx, companyId, before)} and t.id = ${id}`;
    if (found.count === 0) return 0;
    const words = await tx`
      delete from messages where company_id = ${companyId} and id in (
        select id from messages where company_id = ${companyId} and ticket_id = ${id}
        order by created_at, id limit ${AT_ONCE})`;
    if (words.count === AT_ONCE) return 'more';
    await repo.remove(tx, companyId, Number(id));
    return 1;
  },
};
