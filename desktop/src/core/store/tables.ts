import type { Database } from 'better-sqlite3';
import { createAnnouncementTables } from '../../features/announcements/tables.ts';
import { createChatTables } from '../../features/chats/tables.ts';
import { createContactTables } from '../../features/contacts/tables.ts';
import { createKnowledgeTables } from '../../features/knowledge/tables.ts';
import { createMentionTables } from '../../features/mentions/tables.ts';
import { createMessageTables } from '../../features/messages/tables.ts';
import { createOutboxTables } from '../../features/outbox/tables.ts';
import { createScheduleTables } from '../../features/schedules/tables.ts';
import { createTicketListTables } from '../../features/ticket-list/tables.ts';
import { createTodoTables } from '../../features/todolist/tables.ts';
import type { Changes } from './changes.ts';
import { createEngine } from './engine.ts';
import { createFeed } from './feed.ts';

/** Everything that holds prepared statements of one open pair of files. */
export type Tables = ReturnType<typeof createTables>;

/** Reads, and writes as one transaction that reports its changes. */
export interface TableAccess {
  read<T>(work: (tables: Tables) => T): T;
  write<T>(work: (tables: Tables, changes: Changes) => T): T;
}

export function createTables(db: Database, userId: number) {
  const engine = createEngine(db, userId);
  const tables = {
    ...engine,
    ...createAnnouncementTables(engine),
    ...createChatTables(engine),
    ...createContactTables(engine),
    ...createKnowledgeTables(engine),
    ...createMentionTables(engine),
    ...createMessageTables(engine),
    ...createOutboxTables(engine),
    ...createScheduleTables(engine),
    ...createTicketListTables(engine),
    ...createTodoTables(engine),
  };
  return { ...tables, feed: createFeed(tables) };
}
