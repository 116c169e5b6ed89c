import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { lastGood } from '../../backup/backups.repo.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';

/** The last copy of the database, which has all of a person too. Backups are the server's: no company's transaction reads of them. */
export async function lastBackup({
  db,
  config,
}: {
  db: Database;
  config: Pick<Config, 'backup'>;
}): Promise<DataFile['backup']> {
  const at = config.backup && (await db.asSystem((tx) => lastGood(tx, 'backup')));
  return config.backup && at ? { lastAt: at.toISOString(), keptDays: config.backup.keepDays } : null;
}
