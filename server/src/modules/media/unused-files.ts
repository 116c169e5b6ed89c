import { keptFilesMs } from '../../backup/kept-files.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { isAttached } from './media.repo.ts';

/** A person who deletes a conversation does not want its pictures to stay for long. */
const WHEN = { schedule: '0 * * * * *', maxDelayMs: 5_000, processes: 'one' } as const;

/** A file by its row, or by its path. */
interface DueFile {
  companyId: number;
  id: string;
}

/**
 * Takes the rows of files that were let go of, or brought a day ago, and that nothing shows; their bytes go by
 * `removedFiles`. A message that is being written with one of them has locked its row: the lock here waits for it, and
 * the statement after it sees the message.
 */
export const unusedFiles = ({ db }: { db: Database }): Job<DueFile> => ({
  ...WHEN,
  name: 'unused files',
  due: (_now, limit) =>
    db.asSystem(
      (tx) => tx<DueFile[]>`
        select company_id, media_id as id from media_let_go where at <= now() order by at limit ${limit}`,
    ),
  take: ({ companyId, id }) =>
    db.asSystem(async (tx) => {
      const letGo = await tx`
        select from media_let_go g
        join media f on f.company_id = g.company_id and f.id = g.media_id
        where g.company_id = ${companyId} and g.media_id = ${id} and g.at <= now() for update of f`;
      if (letGo.count === 0) return;
      await takeUnused(tx, companyId, [id]);
      await tx`delete from media_let_go where company_id = ${companyId} and media_id = ${id}`;
    }),
});

/** Takes the rows of those of these files that nothing shows; the rows of these files are locked, or known to nobody else. */
async function takeUnused(tx: Tx, companyId: number, ids: readonly string[]): Promise<void> {
  await tx`
    with gone as (
      delete from media f
      where f.company_id = ${companyId} and f.id = any (${ids as string[]}::uuid[])
        and not exists (select from messages m where m.company_id = f.company_id and m.media_id = f.id)
        and not ${isAttached(tx)}
      returning f.company_id, f.path)
    insert into removed_files (company_id, path)
    select company_id, path from gone where path is not null
    on conflict do nothing`;
}

/** The files of a program's call that came to nothing: at once, instead of a day later. */
export async function forgetUnused(db: Database, companyId: number, ids: readonly string[]): Promise<void> {
  await db.withCompany(companyId, async (tx) => {
    await tx`
      select from media where company_id = ${companyId} and id = any (${ids as string[]}::uuid[])
      order by id for update`;
    await takeUnused(tx, companyId, ids);
  });
}

/** Removes the bytes of files whose rows are gone: those first, so that a crash leaves only the paths behind. */
export const removedFiles = ({
  db,
  storage,
  config,
}: {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'backup'>;
}): Job<DueFile> => ({
  ...WHEN,
  name: 'removed files',
  due: (now, limit) =>
    db.asSystem(
      (tx) => tx<DueFile[]>`
        select company_id, path as id from removed_files
        where at <= ${new Date(now.getTime() - keptFilesMs(config))} order by at limit ${limit}`,
    ),
  async take({ companyId, id: path }) {
    await storage.remove(path);
    await db.asSystem(
      (tx) => tx`delete from removed_files where company_id = ${companyId} and path = ${path}`,
    );
  },
});
