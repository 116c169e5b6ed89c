import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { ENTITY_NAMES, type EntityName, type Row, type RowSet } from '@balcao/shared/sync/entities.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import type { Database, Statement } from 'better-sqlite3';
import { dueAtOf } from './due-at.ts';
import { createMessageNumbers } from './message-number.ts';

/** No instant is later (ms): tickets that we answered last sort behind all that wait. */
export const NOBODY_WAITS = 1e14;

type Column<E extends EntityName> = (row: Row<E>) => string | number | null;

/**
 * What a table keeps beside the row itself, for sorting, filtering and searching: its migration makes it. The table of an
 * entity that is not here is made by itself.
 */
const COLUMNS: { [E in EntityName]?: Record<string, Column<E>> } = {
  schedule: {
    contact_id: (row) => row.contactId,
    send_at: (row) => Date.parse(row.sendAt),
    waits: (row) => (row.status === 'PENDENTE' ? 1 : 0),
    search: (row) => fold(`${row.contact.name} ${row.body}`),
  },
  contact: { search: (row) => fold(`${row.name} ${row.number}`), person_id: (row) => row.personId },
  ticket: {
    uuid: (row) => row.uuid,
    status: (row) => row.status,
    last_message_at: (row) => Date.parse(row.lastMessageAt),
    unread: (row) => Math.max(row.unreadMessages, row.markedUnread ? 1 : 0),
    snoozed_until: (row) => (row.snoozedUntil === null ? null : Date.parse(row.snoozedUntil)),
    due_at: dueAtOf,
    chatbot: (row) => (row.chatbot ? 1 : 0),
    since: (row) =>
      row.waitingSince === null ? NOBODY_WAITS + Date.parse(row.lastMessageAt) : Date.parse(row.waitingSince),
    user_id: (row) => row.userId,
    queue_id: (row) => row.queueId,
    connection_id: (row) => row.whatsappId,
    tag_ids: (row) => JSON.stringify(row.tagIds),
    contact_id: (row) => row.contactId,
    search: (row) => fold(row.lastMessage),
    joined: (row) => (row.joined.length > 0 ? JSON.stringify(row.joined) : null),
    source: (row) => row.referral?.source ?? null,
  },
  mention: {
    message_id: (row) => row.messageId,
    created_at: (row) => Date.parse(row.createdAt),
    unread: (row) => (row.readAt === null ? 1 : 0),
  },
  article: {
    subject_id: (row) => row.subjectId,
    language: (row) => row.language,
    published: (row) => (row.published ? 1 : 0),
    place: (row) => fold(`${row.category}\n${row.title}`),
    item: ({ body: _body, files: _files, asked: _asked, ...item }) => JSON.stringify(item),
  },
  chat: {
    uuid: (row) => row.uuid,
    updated_at: (row) => Date.parse(row.updatedAt),
  },
  chatMessage: {
    chat_id: (row) => row.chatId,
    number: (row) => row.number,
    search: (row) => fold(row.message),
  },
  message: {
    ticket_id: (row) => row.ticketId,
    contact_id: (row) => row.contactId,
    created_at: (row) => Date.parse(row.createdAt),
  },
};

export const hasColumns = (entity: EntityName): boolean => COLUMNS[entity] !== undefined;

const columnsOf = <E extends EntityName>(entity: E): Record<string, Column<E>> => COLUMNS[entity] ?? {};

export const columnNames = (entity: EntityName): string[] => Object.keys(columnsOf(entity));

/** The values of a row for its table: id, the columns, the row as JSON. */
export function valuesOf<E extends EntityName>(entity: E, row: Row<E>): (string | number | null)[] {
  return [row.id, ...Object.values(columnsOf(entity)).map((value) => value(row)), JSON.stringify(row)];
}

const MEDIA_CARRIERS = ['ticket', 'message', 'contact', 'chat'] as const;
type MediaCarrier = (typeof MEDIA_CARRIERS)[number];

/** Whether files belong to such rows, and leave with them. */
export const carriesMedia = (entity: EntityName): entity is MediaCarrier =>
  MEDIA_CARRIERS.some((name) => name === entity);

/** The rows as the server has them. Only the feed writes them, never a command. */
export interface Rows {
  get<E extends EntityName>(entity: E, id: string | number): Row<E> | undefined;
  contactOf(ticketId: number): number | undefined;
  put(set: RowSet, gen: number): void;
  /** Files of a ticket's or a chat's messages, or of one message; the picture of a contact. */
  mediaOf(entity: MediaCarrier, id: string | number): string[];
  /** A ticket or a chat takes its messages with it, but no draft and no command (I8). */
  delete(entity: EntityName, id: string | number): void;
  /** The successor of a merged ticket, by its id or its public one. */
  successor(gone: number | string): number | undefined;
  /** Tickets in which others go on. */
  successors(): Pick<TicketRow, 'id' | 'joined'>[];
  /** Removes what no bootstrap since `gen` has mentioned. */
  sweep(gen: number): void;
}

interface Statements {
  get: Statement<[string | number], string>;
  put: Statement;
  delete: Statement<[string | number]>;
  sweep: Statement<[number]>;
}

/** The id of the file that the server's address of it names. */
export const PICTURE_OF_CONTACT = `
  select substr(url, instr(url, '/media/') + length('/media/'), 36)
  from (select json_extract(row, '$.profilePicUrl') as url from main.contact where id = ?)
  where instr(url, '/media/') > 0`;

export function createRows(db: Database): Rows {
  const contactOf = db.prepare<[number], number>('select contact_id from main.ticket where id = ?').pluck();
  const statements = Object.fromEntries(
    ENTITY_NAMES.map((entity) => [entity, prepare(db, entity)]),
  ) as Record<EntityName, Statements>;
  const numbers = createMessageNumbers(db);
  const media = (column: string, table = 'message') =>
    db
      .prepare<[string | number], string>(
        `select json_extract(row, '$.media.id') from main.${table}
         where ${column} = ? and json_extract(row, '$.media.id') is not null`,
      )
      .pluck();
  const mediaOf = {
    ticket: media('ticket_id'),
    message: media('id'),
    contact: db.prepare<[string | number], string>(PICTURE_OF_CONTACT).pluck(),
    chat: media('chat_id', 'chatMessage'),
  };
  const successor = db
    .prepare<{ gone: number | string }, number>(
      `select ticket.id from main.ticket, json_each(joined) as gone
       where joined is not null and :gone in (gone.value ->> 'id', gone.value ->> 'uuid')`,
    )
    .pluck();
  const successors = db.prepare<[], { id: number; joined: string }>(
    'select id, joined from main.ticket where joined is not null',
  );
  const deleteMessages = {
    ticket: db.prepare('delete from message where ticket_id = ?'),
    chat: db.prepare('delete from chatMessage where chat_id = ?'),
  };

  return {
    get<E extends EntityName>(entity: E, id: string | number) {
      const json = statements[entity].get.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as Row<E>);
    },
    contactOf: (ticketId) => contactOf.get(ticketId),
    put(set, gen) {
      if (set.entity === 'message')
        // The index of words takes them fastest in the order of their numbers.
        for (const row of set.rows.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)))
          statements.message.put.run(numbers.next(row), ...valuesOf('message', row), gen);
      else for (const row of set.rows) statements[set.entity].put.run(...valuesOf(set.entity, row), gen);
    },
    mediaOf: (entity, id) => mediaOf[entity].all(id),
    delete(entity, id) {
      statements[entity].delete.run(id);
      if (entity === 'ticket' || entity === 'chat') deleteMessages[entity].run(id);
    },
    successor: (gone) => successor.get({ gone }),
    successors: () =>
      successors.all().map(({ id, joined }) => ({ id, joined: JSON.parse(joined) as TicketRow['joined'] })),
    sweep(gen) {
      for (const entity of ENTITY_NAMES) statements[entity].sweep.run(gen);
      db.prepare('delete from contact_history where contact_id not in (select contact_id from ticket)').run();
    },
  };
}

function prepare(db: Database, entity: EntityName): Statements {
  const columns = ['id', ...columnNames(entity), 'row', 'gen'];
  const made = entity === 'message' ? ['n', ...columns] : columns;
  const updates = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return {
    get: db.prepare<[string | number], string>(`select row from main.${entity} where id = ?`).pluck(),
    put: db.prepare(
      `insert into main.${entity} (${made}) values (${made.map(() => '?')})
       on conflict (id) do update set ${updates} where gen <> excluded.gen or row <> excluded.row`,
    ),
    delete: db.prepare(`delete from main.${entity} where id = ?`),
    sweep: db.prepare(`delete from main.${entity} where gen < ?`),
  };
}
