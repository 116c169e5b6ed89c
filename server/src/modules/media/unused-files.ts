import type { Database } from '../../platform/db/database.ts';
import { isAttached } from './media.repo.ts';

const AT_ONCE = 1_000;

/**
 * Takes the rows of files that were let go of, or brought a day ago, and that nothing shows, in all companies; their bytes are removed by
 * the next look at `removed_files`. A message that is being written with one of them has locked its row: the lock here
 * waits for it, and the statement after it sees the message.
 */
export async function dropUnusedFiles(db: Database): Promise<void> {
  await db.asSystem(async (tx) => {
    const letGo = await tx<{ companyId: number; id: string }[]>`
      select f.company_id, f.id from media_let_go g
      join media f on f.company_id = g.company_id and f.id = g.media_id
      where g.at <= now() order by g.at limit ${AT_ONCE} for update of f`;
    if (letGo.length === 0) return;
    const named = () => tx`select * from unnest(
      ${letGo.map(({ companyId }) => companyId)}::bigint[], ${letGo.map(({ id }) => id)}::uuid[])`;
    await tx`
      with gone as (
        delete from media f
        where (f.company_id, f.id) in (${named()})
          and not exists (select from messages m where m.company_id = f.company_id and m.media_id = f.id)
          and not ${isAttached(tx)}
        returning f.company_id, f.path)
      insert into removed_files (company_id, path)
      select company_id, path from gone where path is not null
      on conflict do nothing`;
    await tx`delete from media_let_go where (company_id, media_id) in (${named()})`;
  });
}
