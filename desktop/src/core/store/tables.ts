import type { Database } from 'better-sqlite3';
import { createEntries } from '../outbox/entries.ts';
import { createLastSeen } from '../outbox/last-seen.ts';
import { createOverlay } from '../outbox/overlay.ts';
import { createOvertaken } from '../outbox/overtaken.ts';
import { createQueue } from '../outbox/queue.ts';
import { createSeenCommandIds } from '../outbox/seen-command-ids.ts';
import { createAnnouncementReads } from './announcement-reads.ts';
import type { Changes } from './changes.ts';
import { createChatDrafts } from './chat-drafts.ts';
import { createChatMessages } from './chat-messages.ts';
import { createChatReads } from './chats.ts';
import { createContactReads } from './contacts.ts';
import { createDeletedTextPurge } from './deleted-text-purge.ts';
import { createDirectory } from './directory.ts';
import { createDrafts } from './drafts.ts';
import { createFeed } from './feed.ts';
import { createHistory } from './history.ts';
import { createListView } from './list-view.ts';
import { createMentionReads } from './mentions.ts';
import { createMessageSearch } from './message-search.ts';
import { createMessageReads } from './messages.ts';
import { createRows } from './rows.ts';
import { createScheduleReads } from './schedules.ts';
import { createServerClock } from './server-clock.ts';
import { createSyncState } from './sync-state.ts';
import { createTicketReads } from './tickets.ts';
import { createTodos } from './todos.ts';
import { createTrim } from './trim.ts';
import { createWaitingMessages } from './waiting-messages.ts';

/** Everything that holds prepared statements of one open pair of files. */
export type Tables = ReturnType<typeof createTables>;

/** Reads, and writes as one transaction that reports its changes. */
export interface TableAccess {
  read<T>(work: (tables: Tables) => T): T;
  write<T>(work: (tables: Tables, changes: Changes) => T): T;
}

export function createTables(db: Database, userId: number) {
  const rows = createRows(db);
  const overtaken = createOvertaken(db);
  const queue = createQueue(db, overtaken);
  const history = createHistory(db);
  const seen = createLastSeen({ db, rows, history });
  const drafts = createDrafts(db, rows);
  const chatDrafts = createChatDrafts(db);
  const overlay = createOverlay({ db, rows, seen, userId });
  const given = createSeenCommandIds(db);
  const state = createSyncState(db);
  const serverClock = createServerClock(db);
  const directory = createDirectory(db);
  return {
    db,
    rows,
    queue,
    overtaken,
    entries: createEntries(db),
    given,
    overlay,
    seen,
    state,
    feed: createFeed({
      rows,
      history,
      chatMessages: createChatMessages(db, rows),
      state,
      queue,
      overtaken,
      overlay,
      drafts,
      chatDrafts,
      userId,
    }),
    tickets: createTicketReads({
      db,
      rows,
      overlay,
      queue,
      userId,
      ahead: () => serverClock.get().offset,
    }),
    messages: createMessageReads({ db, rows, overlay, queue, history }),
    search: createMessageSearch({ db, rows, history, userId }),
    contacts: createContactReads(db, overlay),
    directory,
    announcementReads: createAnnouncementReads(db, directory),
    schedules: createScheduleReads({ db, rows, overlay, queue }),
    mentions: createMentionReads({ db, rows, overlay }),
    chats: createChatReads({ db, rows, overlay, userId }),
    heldUp: createWaitingMessages(db, userId),
    drafts,
    chatDrafts,
    serverClock,
    todos: createTodos(db, given),
    listView: createListView(db),
    trim: createTrim(db),
    purgeDeletedText: createDeletedTextPurge(db),
  };
}
