import { type Aging, countOld, isHeld, listOld } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isAttached } from './media.repo.ts';

const old = (tx: Tx, companyId: number, before: string) => tx`
  from media f
  where f.company_id = ${companyId} and f.state = 'stored' and f.created_at < ${before}
    and exists (select from messages m where m.company_id = f.company_id and m.media_id = f.id)
    and not exists (
      select from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
      where m.company_id = f.company_id and m.media_id = f.id and (m.created_at >= ${before} or ${isHeld(tx)}))
    and not ${isAttached(tx)}`;

/**
 * Files of conversations: their messages stay, and say that it is not there any more. What something else shows too, for
 * example a quick message, stays. Their bytes go by `removedFiles`.
 */
export const oldFiles: Aging = {
  list: (tx, companyId, before, after, limit) =>
    listOld(tx, { old: old(tx, companyId, before), at: tx`f.created_at`, id: tx`f.id` }, after, limit),
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  async take(tx, companyId, id, before) {
    // Whoever sends it anew at this moment has locked its row: the lock waits, and the statement after it sees the message.
    await tx`select from media where company_id = ${companyId} and id = ${id} for update`;
    const found = await tx<{ path: string | null }[]>`
      select f.path ${old(tx, companyId, before)} and f.id = ${id}`;
    const [file] = found;
    if (!file) return 0;
    await tx`
      update media set state = 'gone', path = null, sha256 = null, source = null
      where company_id = ${companyId} and id = ${id}`;
    if (file.path !== null)
      await tx`insert into removed_files (company_id, path) values (${companyId}, ${file.path}) on conflict do nothing`;
    return 1;
  },
};
