import { type Aging, countOld, isOfHeld, listOld } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';

const AT_ONCE = 500;

const old = (tx: Tx, companyId: number, before: string) => tx`
  from deliveries d where company_id = ${companyId} and created_at < ${before} and not ${isOfHeld(tx)}`;

/** What was told outside, as many at once as fit together, from the oldest on. */
export const oldDeliveries: Aging = {
  list: (tx, companyId, before, after) =>
    listOld(tx, { old: old(tx, companyId, before), at: tx`created_at`, id: tx`id` }, after, 1),
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  async take(tx, companyId, _id, before) {
    const gone = await tx`
      delete from deliveries where company_id = ${companyId} and id in (
        select id ${old(tx, companyId, before)} order by created_at, id limit ${AT_ONCE})`;
    return gone.count;
  },
};
