import { coverLog } from './files.ts';
import type { StoreAccess } from './store-access.ts';
import type { StoreUsage, Trimming } from './trim.ts';

/** How much of what the server has too is kept here. */
export interface CacheSize {
  /**
   * Closed conversations leave that lie still since before `before`, the oldest first, and can be fetched again;
   * nothing that waits, has a draft or is `shown` does. @returns how many contacts' conversations; 0: there is no other
   */
  trim(trimming: Trimming): number;
  usage(): StoreUsage;
  /** Purges the text of deleted rows from the files, step by step. False: nothing is left to do. */
  purgeDeletedText(): boolean;
}

export function createCacheSize({ read, command }: StoreAccess): CacheSize {
  return {
    trim(trimming) {
      const contacts = command(({ trim, overlay, queue }, changes) => {
        const trimmed = trim.trim(trimming);
        if (trimmed.contacts === 0) return 0;
        for (const mediaId of trimmed.mediaIds) changes.mediaIds.add(mediaId);
        // The known extent of lists and conversations is reset.
        changes.all = true;
        overlay.rebuild(queue.projected());
        return trimmed.contacts;
      });
      if (contacts > 0) read(({ trim }) => trim.shrink());
      return contacts;
    },
    usage: () => read(({ trim }) => trim.usage()),
    purgeDeletedText() {
      if (command(({ purgeDeletedText }) => purgeDeletedText.step())) return true;
      // The logs still have the old pages; that of commands keeps its room.
      read(({ db }) => {
        db.pragma('main.wal_checkpoint(truncate)');
        coverLog(db);
      });
      return false;
    },
  };
}
