import type { Database } from 'better-sqlite3';
import { createAnnouncementReads } from '../../features/announcements/announcement-reads.ts';
import { createChatDrafts } from '../../features/chats/chat-drafts.ts';
import { createChatMessages } from '../../features/chats/chat-messages.ts';
import { createChatReads } from '../../features/chats/chat-reads.ts';
import { createContactReads } from '../../features/contacts/contact-reads.ts';
import { createMentionReads } from '../../features/mentions/mention-reads.ts';
import { createMessageReads } from '../../features/messages/message-reads.ts';
import { createMessageSearch } from '../../features/messages/message-search.ts';
import { createWaitingMessages } from '../../features/outbox/waiting-messages.ts';
import { createScheduleReads } from '../../features/schedules/schedule-reads.ts';
import { createListView } from '../../features/ticket-list/list-view.ts';
import { createTicketReads } from '../../features/ticket-list/ticket-reads.ts';
import { createTodos } from '../../features/todolist/todos.ts';
import { createEntries } from '../outbox/entries.ts';
import { createLastSeen } from '../outbox/last-seen.ts';
import { createOverlay } from '../outbox/overlay.ts';
import { createOvertaken } from '../outbox/overtaken.ts';
import { createQueue } from '../outbox/queue.ts';
import { createSeenCommandIds } from '../outbox/seen-command-ids.ts';
import type { Changes } from './changes.ts';
import { createDeletedTextPurge } from './deleted-text-purge.ts';
import { createDirectory } from './directory.ts';
import { createDrafts } from './drafts.ts';
import { createFeed } from './feed.ts';
import { createHistory } from './history.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createRows } from './rows.ts';
import { createServerClock } from './server-clock.ts';
import { createSyncState } from './sync-state.ts';
import { createTrim } from './trim.ts';

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
    keptAnswers: createKeptAnswers(db),
    todos: createTodos(db, given),
    listView: createListView(db),
    trim: createTrim(db),
    purgeDeletedText: createDeletedTextPurge(db),
  };
}
