import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import type { ScheduleRow } from '@balcao/shared/features/schedules/row.ts';
import type { Todo } from '@balcao/shared/features/todolist/bridge.ts';
import type { ListedEntity, Row } from '@balcao/shared/sync/entities.ts';
import { integer, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core';

/**
 * The tables that are read and written row by row. Those of the feed, of lists, of the search and of commands are read by
 * prepared SQL: see rows.ts.
 */
/** The table of an entity that is kept whole. */
export const listed = <E extends ListedEntity>(entity: E) =>
  sqliteTable(entity, { row: text('row', { mode: 'json' }).$type<Row<E>>().notNull() });

/** The views that the overlay creates. */
export const effectiveSchedules = sqliteView('effective_schedule', {
  id: text('id').notNull(),
  contactId: integer('contact_id').notNull(),
  sendAt: integer('send_at').notNull(),
  waits: integer('waits').notNull(),
  search: text('search').notNull(),
  row: text('row', { mode: 'json' }).$type<ScheduleRow>().notNull(),
}).existing();

export const keptAnswers = sqliteTable('kept_answer', {
  target: text('target').notNull(),
  query: text('query').notNull(),
  answer: text('answer', { mode: 'json' }).$type<unknown>().notNull(),
  keptAt: text('kept_at').notNull(),
});

/** The following tables are in pending.db. */
export const drafts = sqliteTable('draft', {
  ticketId: integer('ticket_id').primaryKey(),
  body: text('body').notNull(),
  note: text('note').notNull(),
  mode: text('mode').$type<Draft['mode']>().notNull(),
  quotedMsgId: text('quoted_id'),
  mail: text('mail', { mode: 'json' }).$type<Draft['mail']>(),
  files: text('files', { mode: 'json' }).$type<{ mediaId: string; caption: string }[]>().notNull(),
  writtenAt: text('written_at').notNull(),
});

export const chatDrafts = sqliteTable('chat_draft', {
  chatId: integer('chat_id').primaryKey(),
  body: text('body').notNull(),
  files: text('files', { mode: 'json' }).$type<string[]>().notNull(),
});

/** Another version may have written the values of these two. */
export const habits = sqliteTable('habits', {
  id: integer('id').primaryKey(),
  habits: text('habits', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
});

export const listViews = sqliteTable('list_view', {
  id: integer('id').primaryKey(),
  view: text('view', { mode: 'json' }).$type<unknown>().notNull(),
});

export const clients = sqliteTable('client', {
  id: integer('id').primaryKey(),
  clockOffset: integer('clock_offset').notNull(),
  clockSeen: integer('clock_seen').notNull(),
  syncedAt: integer('synced_at').notNull(),
  latestAt: integer('latest_at').notNull(),
});

export const announcementReads = sqliteTable('announcement_read', {
  id: integer('id').primaryKey(),
  updatedAt: text('updated_at').notNull(),
});

export const todos = sqliteTable('todo', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  text: text('text').notNull(),
  done: integer('done', { mode: 'boolean' }).notNull().default(false),
  dueOn: text('due_on'),
  about: text('about', { mode: 'json' }).$type<Todo['about']>(),
});
