import type { AnnouncementRow } from '@balcao/shared/features/announcements/row.ts';
import type { Database } from 'better-sqlite3';
import { inArray, not } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Directory } from '../../core/store/directory.ts';
import { announcementReads } from '../../core/store/schema.ts';

/**
 * Which announcements this person has read. Kept here and not at the server: the mark must stand without a network, and a
 * server would hold one for each person of each company, of things that nobody answers.
 */
export interface AnnouncementReads {
  /** Their ids, each with when the announcement had last changed. */
  all(): Map<number, string>;
  /** These have been read as they are now. Marks of announcements that have left the console go. */
  mark(ids: readonly number[]): void;
}

export function createAnnouncementReads(
  client: Database,
  { all: rows }: Pick<Directory, 'all'>,
): AnnouncementReads {
  const db = drizzle({ client });
  return {
    all: () =>
      new Map(
        db
          .select()
          .from(announcementReads)
          .all()
          .map(({ id, updatedAt }) => [id, updatedAt]),
      ),
    mark(ids) {
      const shown: AnnouncementRow[] = rows('announcement');
      const ended = not(
        inArray(
          announcementReads.id,
          shown.map(({ id }) => id),
        ),
      );
      db.delete(announcementReads).where(ended).run();
      for (const { id, updatedAt } of shown.filter((one) => ids.includes(one.id)))
        db.insert(announcementReads)
          .values({ id, updatedAt })
          .onConflictDoUpdate({ target: announcementReads.id, set: { updatedAt } })
          .run();
    },
  };
}
