import type { BackupConfig } from '../settings.ts';
import { openFolderShelf } from './folder-shelf.ts';
import type { Shelf } from './shelf.ts';

/** Where the lines of this database stand. Nothing is asked yet. */
export async function openShelf(backup: BackupConfig): Promise<Shelf> {
  if (!backup.place.startsWith('s3:')) return openFolderShelf(backup.place, backup.database);
  // Its client weighs memory that others do not have to pay.
  const { openBucketShelf } = await import('./bucket-shelf.ts');
  return openBucketShelf(backup);
}
