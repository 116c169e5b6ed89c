import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { lastHasDatabase, listRuns } from '../../backup/backups.repo.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';

/** Copies that may have all of a person too. Backups are the server's: no company's transaction reads of them. */
export async function knownBackups({
  db,
  config: { backup },
}: {
  db: Database;
  config: Pick<Config, 'backup'>;
}): Promise<DataFile['backups']> {
  if (!backup) return null;
  const { runs, hasDatabase } = await db.asSystem(async (tx) => ({
    runs: await listRuns(tx, backup.keepDays),
    hasDatabase: await lastHasDatabase(tx),
  }));
  if (runs.length === 0) return null;
  return {
    runs: runs.map(({ firstAt, lastAt }) => ({
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    keptDays: backup.keepDays,
    hasDatabase,
  };
}
