import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { ENTITY_NAMES, type EntityName, type Row, type RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, Cursor, ServerFrame } from '@balcao/shared/sync/frames.ts';

type Rows = Map<string, { gen: number; row: Row<EntityName> }>;

/** A console's store in memory, by the rules of the README. */
export interface ModelStore {
  clientId: string;
  cursor: Cursor | null;
  viewVersion: number | null;
  /** Number of the last command that this console has made. */
  pushed: number;
  /** Called after each applied frame with a consistent state. */
  observe?: () => void;
  /** @returns the position to acknowledge. */
  apply(frame: ServerFrame): number | null;
  rows<E extends EntityName>(entity: E): Row<E>[];
  get<E extends EntityName>(entity: E, id: number | string): Row<E> | undefined;
}

export function createModelStore(): ModelStore {
  const tables = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, new Map()])) as Record<
    EntityName,
    Rows
  >;
  let gen = 0;
  let pending: number | null = null;

  const put = ({ entity, rows }: RowSet, tag: number) => {
    for (const row of rows) tables[entity].set(String(row.id), { gen: tag, row });
  };
  const remove = (entity: EntityName, id: string) => {
    tables[entity].delete(id);
    if (entity === 'chat')
      for (const [key, { row }] of tables.chatMessage)
        if (String((row as ChatMessageRow).chatId) === id) tables.chatMessage.delete(key);
    if (entity !== 'ticket') return;
    for (const [key, { row }] of tables.message)
      if (String((row as MessageRow).ticketId) === id) tables.message.delete(key);
  };
  const applyBatch = (batch: BatchFrame) => {
    if (!store.cursor || batch.from !== store.cursor.seq || batch.to < batch.from)
      throw new Error(`batch ${batch.from}-${batch.to} does not follow ${store.cursor?.seq}`);
    for (const set of batch.puts) put(set, gen);
    for (const { entity, ids } of [...batch.evicts, ...batch.deletes])
      for (const id of ids) remove(entity, id);
    store.cursor = { ...store.cursor, seq: batch.to, proof: batch.proof };
  };

  const store: ModelStore = {
    clientId: crypto.randomUUID(),
    cursor: null,
    viewVersion: null,
    pushed: 0,
    apply(frame) {
      switch (frame.type) {
        case 'bootstrap.begin':
          pending = frame.gen;
          return null;
        case 'bootstrap.rows':
          if (frame.gen !== pending) throw new Error('rows of another generation');
          put(frame.set, frame.gen);
          return null;
        case 'bootstrap.end': {
          gen = frame.gen;
          for (const rows of Object.values(tables))
            for (const [id, entry] of rows) if (entry.gen !== gen) rows.delete(id);
          store.cursor = { epoch: frame.epoch, seq: frame.seq, proof: frame.proof };
          store.viewVersion = frame.viewVersion;
          return frame.seq;
        }
        case 'batch':
          applyBatch(frame);
          if (!frame.more) store.observe?.();
          return frame.to;
        case 'page':
          for (const set of frame.sets) put(set, gen);
          return null;
        default:
          return null;
      }
    },
    rows: (entity) => [...tables[entity].values()].map(({ row }) => row as Row<typeof entity>),
    get: (entity, id) => tables[entity].get(String(id))?.row as Row<typeof entity> | undefined,
  };
  return store;
}

/** What two stores of one agent must agree on: rows in view, and the messages of the tickets that are followed live. */
export function comparable(store: ModelStore, agentId: number) {
  const byId = (a: { id: number | string }, b: { id: number | string }) =>
    String(a.id) < String(b.id) ? -1 : 1;
  const tickets = store.rows('ticket').toSorted(byId);
  const followed = new Set(
    tickets.filter((ticket) => isFollowed(ticket, agentId)).map((ticket) => ticket.id),
  );
  const contacts = new Set(tickets.map((ticket) => ticket.contactId));
  return {
    // Who is online changes with the consoles that compare.
    users: store
      .rows('user')
      .map(({ online: _online, ...user }) => user)
      .toSorted(byId),
    queues: store.rows('queue').toSorted(byId),
    connections: store.rows('connection').toSorted(byId),
    settings: store.rows('setting').toSorted(byId),
    tickets,
    contacts: store
      .rows('contact')
      .filter((contact) => contacts.has(contact.id))
      .toSorted(byId),
    messages: store
      .rows('message')
      .filter((message) => followed.has(message.ticketId))
      .toSorted(byId),
  };
}

const isFollowed = (ticket: TicketRow, agentId: number) =>
  ticket.status === 'pending' || (ticket.status === 'open' && ticket.userId === agentId);
