import type { Database } from 'better-sqlite3';
import { createEntries } from '../outbox/entries.ts';
import { createLastSeen } from '../outbox/last-seen.ts';
import { createOverlay } from '../outbox/overlay.ts';
import { createOvertaken } from '../outbox/overtaken.ts';
import { createQueue } from '../outbox/queue.ts';
import { createSeenCommandIds } from '../outbox/seen-command-ids.ts';
import { createDeletedTextPurge } from './deleted-text-purge.ts';
import { createDirectory } from './directory.ts';
import { createDrafts } from './drafts.ts';
import { createHistory } from './history.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createOfflineTime } from './offline-time.ts';
import { createRows } from './rows.ts';
import { createServerClock } from './server-clock.ts';
import { createSyncState } from './sync-state.ts';
import { createTrim } from './trim.ts';
import { createWordIndex } from './word-index.ts';

/** What holds prepared statements and belongs to no feature. The tables of features are made of it. */
export type Engine = ReturnType<typeof createEngine>;

export function createEngine(db: Database, userId: number) {
  const rows = createRows(db);
  const overtaken = createOvertaken(db);
  const history = createHistory(db);
  const seen = createLastSeen({ db, rows, history });
  return {
    db,
    userId,
    rows,
    queue: createQueue(db, overtaken),
    overtaken,
    entries: createEntries(db),
    given: createSeenCommandIds(db),
    overlay: createOverlay({ db, rows, seen, userId }),
    seen,
    history,
    state: createSyncState(db),
    drafts: createDrafts(db, rows),
    serverClock: createServerClock(db),
    offlineTime: createOfflineTime(db),
    keptAnswers: createKeptAnswers(db),
    directory: createDirectory(db),
    trim: createTrim(db),
    wordIndex: createWordIndex(db),
    purgeDeletedText: createDeletedTextPurge(db),
  };
}
