import { type Aging, countOld, type Place } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forget } from './audit.repo.ts';

const AT_ONCE = 500;

/** The log's oldest entries, as many as fit together: a chain can only lose its beginning. */
export const oldEntries: Aging = {
  asSystem: true,
  async list(tx, companyId, before, after) {
    const [oldest] = await tx<Place[]>`
      select at::text, id::text from (
        select at, id from audit_log where company_id = ${companyId} order by id limit 1) oldest
      where at < ${before} and id > ${after?.id ?? 0}`;
    return oldest ? [oldest] : [];
  },
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  take: (tx, companyId, _id, before) => forget(tx, companyId, before, AT_ONCE),
};

const old = (tx: Tx, companyId: number, before: string) => tx`
  from audit_log where company_id = ${companyId} and at < ${before}`;
