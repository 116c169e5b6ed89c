import type { ConnectionRow } from '@balcao/shared/model/connection.ts';
import type { QueueRow } from '@balcao/shared/model/queue.ts';
import type { QuickMessageRow } from '@balcao/shared/model/quick-message.ts';
import type { SettingRow } from '@balcao/shared/model/setting.ts';
import type { TagRow } from '@balcao/shared/model/tag.ts';
import type { UserRow } from '@balcao/shared/model/user.ts';
import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { connections, queues, quickMessages, settings, tags, users } from './schema.ts';

/** The small tables that are always complete. */
export interface Directory {
  connections(): ConnectionRow[];
  users(): UserRow[];
  queues(): QueueRow[];
  tags(): TagRow[];
  /** Those switched off too. */
  quickMessages(): QuickMessageRow[];
  settings(): SettingRow[];
}

export function createDirectory(client: Database): Directory {
  const db = drizzle({ client });
  const allConnections = db.select({ row: connections.row }).from(connections).prepare();
  const allUsers = db.select({ row: users.row }).from(users).prepare();
  const allQueues = db.select({ row: queues.row }).from(queues).prepare();
  const allTags = db.select({ row: tags.row }).from(tags).prepare();
  const allQuickMessages = db.select({ row: quickMessages.row }).from(quickMessages).prepare();
  const allSettings = db.select({ row: settings.row }).from(settings).prepare();

  return {
    connections: () => rowsOf(allConnections.all()).sort(byName),
    users: () => rowsOf(allUsers.all()).sort(byName),
    queues: () => rowsOf(allQueues.all()).sort((a, b) => a.orderQueue - b.orderQueue || byName(a, b)),
    tags: () => rowsOf(allTags.all()).sort(byName),
    quickMessages: () =>
      rowsOf(allQuickMessages.all()).sort((a, b) => a.shortcode.localeCompare(b.shortcode)),
    settings: () => rowsOf(allSettings.all()),
  };
}

const rowsOf = <T>(found: { row: T }[]): T[] => found.map(({ row }) => row);

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
