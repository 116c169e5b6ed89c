import { z } from 'zod';
import { announcement } from '../features/announcements/row.ts';
import { campaign } from '../features/campaigns/row.ts';
import { chat, chatMessage } from '../features/chats/row.ts';
import { connection } from '../features/connections/row.ts';
import { contactList } from '../features/contact-lists/row.ts';
import { contact } from '../features/contacts/row.ts';
import { fileList } from '../features/file-lists/row.ts';
import { invoice } from '../features/invoices/row.ts';
import { mention } from '../features/mentions/row.ts';
import { message } from '../features/messages/row.ts';
import { prompt } from '../features/prompts/row.ts';
import { queueIntegration } from '../features/queue-integrations/row.ts';
import { queue } from '../features/queues/row.ts';
import { quickMessage } from '../features/quick-messages/row.ts';
import { schedule } from '../features/schedules/row.ts';
import { setting } from '../features/settings/row.ts';
import { tag } from '../features/tags/row.ts';
import { pin } from '../features/ticket-pins/row.ts';
import { ticket } from '../features/tickets/row.ts';
import { user } from '../features/users/row.ts';
import { webhook } from '../features/webhooks/row.ts';
import type { LiveEventName } from './live-events.ts';

type Order<S extends z.ZodType> = (a: z.output<S>, b: z.output<S>) => number;

interface EntityDefinition<S extends z.ZodType> {
  /** The type of its ids: in the rows, and in the log that names them. */
  id: 'number' | 'uuid' | 'text';
  /** The name of its changes for programs that listen to live events; absent: they receive none. */
  live: readonly LiveEventName[];
  /** Consoles have all of it, and their screens list it in this order. */
  order?: Order<S>;
  /** The first word of the paths under which screens read lists of it from the server itself. */
  path?: string;
}

/** Keeps a definition's literal types, so that the compiler can distinguish lists of entities. */
const entity = <S extends z.ZodType, const D extends EntityDefinition<S>>(schema: S, definition: D) => ({
  schema,
  ...definition,
});

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

/**
 * Every entity of the feed, once: what is known of it on both sides derives from here. The server adds how it is read
 * (server/src/sync/registry.ts), the console what it sorts and searches by (desktop/src/core/store/rows.ts).
 */
export const ENTITIES = {
  user: entity(user, { id: 'number', live: ['user'], order: byName, path: 'users' }),
  queue: entity(queue, {
    id: 'number',
    live: ['queue'],
    /** The menu options of the customers. */
    order: (a, b) => a.orderQueue - b.orderQueue || byName(a, b),
    path: 'queue',
  }),
  /** The public API names no event for tags; they are sent like the others. */
  tag: entity(tag, { id: 'number', live: ['tag'], order: byName, path: 'tags' }),
  quickMessage: entity(quickMessage, {
    id: 'number',
    live: ['quick-message'],
    order: (a, b) => a.shortcode.localeCompare(b.shortcode),
    path: 'quick-messages',
  }),
  schedule: entity(schedule, { id: 'uuid', live: ['schedule'] }),
  /** One row holds a connection and the state of its session. */
  connection: entity(connection, {
    id: 'number',
    live: ['whatsapp', 'whatsappSession'],
    order: byName,
  }),
  /** The public API has no event for settings. */
  setting: entity(setting, {
    id: 'text',
    live: [],
    order: (a, b) => a.id.localeCompare(b.id),
    path: 'settings',
  }),
  contact: entity(contact, { id: 'number', live: ['contact'], path: 'contacts' }),
  ticket: entity(ticket, { id: 'number', live: ['ticket'] }),
  /** A matter of one person's screens: programs hear nothing of it. */
  pin: entity(pin, { id: 'text', live: [] }),
  message: entity(message, { id: 'uuid', live: ['appMessage'] }),
  /** The public API has no event for them. */
  mention: entity(mention, { id: 'uuid', live: [] }),
  prompt: entity(prompt, { id: 'number', live: ['prompt'], order: byName, path: 'prompt' }),
  queueIntegration: entity(queueIntegration, {
    id: 'number',
    live: ['queueIntegration'],
    order: byName,
    path: 'queueIntegration',
  }),
  /** The newest first. */
  campaign: entity(campaign, {
    id: 'number',
    live: ['campaign'],
    order: (a, b) => b.id - a.id,
    path: 'campaigns',
  }),
  fileList: entity(fileList, { id: 'number', live: ['file'], order: byName, path: 'files' }),
  contactList: entity(contactList, {
    id: 'number',
    live: ['ContactList'],
    order: byName,
    path: 'contact-lists',
  }),
  /** The active ones, the same for all companies. The most urgent first, then the newest. */
  announcement: entity(announcement, {
    id: 'number',
    live: ['announcement'],
    order: (a, b) => a.priority - b.priority || b.id - a.id,
    path: 'announcements',
  }),
  chat: entity(chat, { id: 'number', live: ['chat', 'chat-user-{userId}', 'chat-{chatId}'] }),
  /** Programs hear of them in the events of their chat. */
  chatMessage: entity(chatMessage, { id: 'uuid', live: ['chat-{chatId}'] }),
  /** Screens read pages of them; the row tells that these are stale. */
  invoice: entity(invoice, { id: 'number', live: ['payment'], path: 'invoices' }),
  /** A matter of those who manage them: programs hear of everything else. */
  webhook: entity(webhook, { id: 'number', live: [], order: byName, path: 'webhooks' }),
};

type Entities = typeof ENTITIES;
export type EntityName = keyof Entities;
export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];

export type Row<E extends EntityName> = z.output<Entities[E]['schema']>;

export function pathOf(name: EntityName): string | undefined {
  const { path }: Pick<EntityDefinition<z.ZodType>, 'live' | 'path'> = ENTITIES[name];
  return path;
}

/** Entities that consoles have whole. */
export type ListedEntity = {
  [E in EntityName]: Entities[E] extends { order: unknown } ? E : never;
}[EntityName];
export const LISTED_ENTITIES = ENTITY_NAMES.filter((name): name is ListedEntity => 'order' in ENTITIES[name]);

/** Rows of an entity that consoles have whole, as lists show them. */
export function inOrder<E extends ListedEntity>(entity: E, rows: Row<E>[]): Row<E>[] {
  const { order } = ENTITIES[entity] as unknown as { order: Order<Entities[E]['schema']> };
  return rows.toSorted(order);
}

type RowSetSchema<E extends EntityName> = z.ZodObject<{
  entity: z.ZodLiteral<E>;
  rows: z.ZodArray<Entities[E]['schema']>;
}>;
type AnyRowSetSchema = { [E in EntityName]: RowSetSchema<E> }[EntityName];

const rowSetOf = (name: EntityName) =>
  z.object({ entity: z.literal(name), rows: z.array<z.ZodType>(ENTITIES[name].schema) });

/** A set of rows of one entity, discriminated so that consumers need no casts. */
export const rowSet = z.discriminatedUnion(
  'entity',
  ENTITY_NAMES.map(rowSetOf) as unknown as [AnyRowSetSchema, ...AnyRowSetSchema[]],
);
export type RowSet = z.output<typeof rowSet>;
