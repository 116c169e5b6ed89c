import type {
  ConnectionRow,
  QueueRow,
  QuickMessageRow,
  SettingRow,
  TagRow,
  UserRow,
} from '@balcao/shared/sync/entities.ts';
import type { Database } from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { connections, drafts, queues, quickMessages, settings, tags, users } from './schema.ts';

/** The small tables that are always complete, and the drafts. */
export interface Directory {
  connections(): ConnectionRow[];
  users(): UserRow[];
  queues(): QueueRow[];
  tags(): TagRow[];
  /** Those switched off too. */
  quickMessages(): QuickMessageRow[];
  settings(): SettingRow[];
  draft(ticketId: number): string;
  setDraft(ticketId: number, body: string): void;
}

export function createDirectory(client: Database): Directory {
  const db = drizzle({ client });
  const allConnections = db.select({ row: connections.row }).from(connections).prepare();
  const allUsers = db.select({ row: users.row }).from(users).prepare();
  const allQueues = db.select({ row: queues.row }).from(queues).prepare();
  const allTags = db.select({ row: tags.row }).from(tags).prepare();
  const allQuickMessages = db.select({ row: quickMessages.row }).from(quickMessages).prepare();
  const allSettings = db.select({ row: settings.row }).from(settings).prepare();
  const ticketId = sql.placeholder('ticketId');
  const draftOf = db
    .select({ body: drafts.body })
    .from(drafts)
    .where(eq(drafts.ticketId, ticketId))
    .prepare();
  const removeDraft = db.delete(drafts).where(eq(drafts.ticketId, ticketId)).prepare();
  const writeDraft = db
    .insert(drafts)
    .values({ ticketId, body: sql.placeholder('body') })
    .onConflictDoUpdate({ target: drafts.ticketId, set: { body: sql`excluded.body` } })
    .prepare();

  return {
    connections: () => rowsOf(allConnections.all()).sort(byName),
    users: () => rowsOf(allUsers.all()).sort(byName),
    queues: () => rowsOf(allQueues.all()).sort((a, b) => a.orderQueue - b.orderQueue || byName(a, b)),
    tags: () => rowsOf(allTags.all()).sort(byName),
    quickMessages: () =>
      rowsOf(allQuickMessages.all()).sort((a, b) => a.shortcode.localeCompare(b.shortcode)),
    settings: () => rowsOf(allSettings.all()),
    draft: (id) => draftOf.get({ ticketId: id })?.body ?? '',
    setDraft(id, body) {
      if (body === '') removeDraft.run({ ticketId: id });
      else writeDraft.run({ ticketId: id, body });
    },
  };
}

const rowsOf = <T>(found: { row: T }[]): T[] => found.map(({ row }) => row);

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
