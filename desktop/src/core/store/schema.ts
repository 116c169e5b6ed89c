import type {
  ConnectionRow,
  QueueRow,
  QuickMessageRow,
  SettingRow,
  TagRow,
  UserRow,
} from '@balcao/shared/sync/entities.ts';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The tables of the plain reads. Those of lists and of the feed are read by prepared SQL: see rows.ts. */
export const users = sqliteTable('user', {
  id: integer('id').primaryKey(),
  row: text('row', { mode: 'json' }).$type<UserRow>().notNull(),
});

export const queues = sqliteTable('queue', {
  id: integer('id').primaryKey(),
  row: text('row', { mode: 'json' }).$type<QueueRow>().notNull(),
});

export const tags = sqliteTable('tag', {
  id: integer('id').primaryKey(),
  row: text('row', { mode: 'json' }).$type<TagRow>().notNull(),
});

export const quickMessages = sqliteTable('quickMessage', {
  id: integer('id').primaryKey(),
  row: text('row', { mode: 'json' }).$type<QuickMessageRow>().notNull(),
});

export const connections = sqliteTable('connection', {
  id: integer('id').primaryKey(),
  row: text('row', { mode: 'json' }).$type<ConnectionRow>().notNull(),
});

export const settings = sqliteTable('setting', {
  id: text('id').primaryKey(),
  row: text('row', { mode: 'json' }).$type<SettingRow>().notNull(),
});

/** Of pending.db. */
export const todos = sqliteTable('todo', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  text: text('text').notNull(),
  done: integer('done', { mode: 'boolean' }).notNull().default(false),
});
