import { join } from 'node:path';
import type { ConfigWithBackup } from '../config.ts';
import { FIRST_DATABASE } from '../databases/names.ts';
import type { DatabaseCopy } from './database-copy.ts';
import { openElsewhereCopy } from './elsewhere-copy.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { openPgBackRestCopy } from './pgbackrest-copy.ts';

/** How the database of this configuration is copied. */
export async function openDatabaseCopy(
  { databaseUrl, dataDir, backup }: ConfigWithBackup,
  say: (line: string) => void,
): Promise<DatabaseCopy> {
  if (!databaseUrl) return openEmbeddedCopy(dataDir);
  const home = backup.database === FIRST_DATABASE ? dataDir : join(dataDir, backup.database);
  if (backup.stanza) return openPgBackRestCopy(databaseUrl, backup.stanza, home);
  say('THE DATABASE IS NOT PART OF IT: BACKUP_STANZA is missing, so somebody else must copy it.');
  return openElsewhereCopy(databaseUrl, home);
}
