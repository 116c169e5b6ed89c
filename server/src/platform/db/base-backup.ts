import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import postgres from 'postgres';

/**
 * Has PostgreSQL write a copy of itself into a folder of its machine, which must not be there yet: `base.tar` with the
 * log that it needs, and `backup_manifest`. This is what `pg_basebackup --target=server:…` asks for, which does not come
 * with an embedded PostgreSQL, and whose other versions refuse a newer one.
 *
 * @param url of a superuser
 */
export async function writeBaseBackup(url: string, folder: string): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'balcao-base-backup', replication: 'true' } as object,
  });
  try {
    const progress = (await sql
      .unsafe(
        `BASE_BACKUP (LABEL 'balcao', TARGET 'server', TARGET_DETAIL '${folder.replaceAll("'", "''")}',
          WAL true, CHECKPOINT 'fast', MANIFEST 'yes', WAIT false)`,
      )
      .simple()) as unknown as Readable;
    await finished(progress.resume());
  } finally {
    await sql.end();
  }
}
