import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { ProjectionView } from '@balcao/shared/sync/commands.ts';
import { type Mutation, type MutationName, project } from '@balcao/shared/sync/commands.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import type { Database } from 'better-sqlite3';
import { columnNames, type Rows, valuesOf } from '../store/rows.ts';
import type { LastSeen } from './last-seen.ts';
import type { OutgoingFile } from './outbox.ts';

/** A stored command with what its projection needs. `refusedWith` is set on a message that the server refused. */
export interface ProjectedCommand {
  command: Pick<Mutation, 'name' | 'args' | 'at'>;
  file: OutgoingFile | null;
  refusedWith: ErrorCode | null;
}

/**
 * The effect of the waiting commands, over the rows of the feed. It lives in temporary tables, so that it can never
 * disagree with the two files after a crash: opening computes it again. Lists read the views `effective_ticket` and
 * `effective_message`.
 */
export interface Overlay {
  get<E extends EntityName>(entity: E, id: string | number): Row<E> | undefined;
  /** Adds the effect of a command that is last in the queue. */
  add(command: ProjectedCommand): void;
  /** After the rows below or the queue have changed. */
  rebuild(commands: Iterable<ProjectedCommand>): void;
}

const OVERLAID = [
  'ticket',
  'message',
  'contact',
  'schedule',
  'pin',
  'mention',
  'chat',
  'chatMessage',
] as const;
type Overlaid = (typeof OVERLAID)[number];

/** Commands with which a message comes to be. */
const WRITING: ReadonlySet<MutationName> = new Set(['message.send', 'message.forward', 'note.add']);

const isOverlaid = (entity: EntityName): entity is Overlaid => OVERLAID.some((name) => name === entity);

interface Deps {
  db: Database;
  rows: Rows;
  seen: LastSeen;
  userId: number;
}

export function createOverlay({ db, rows, seen, userId }: Deps): Overlay {
  for (const entity of OVERLAID) createTable(db, entity);
  const statements = {
    ticket: prepare(db, 'ticket'),
    message: prepare(db, 'message'),
    contact: prepare(db, 'contact'),
    schedule: prepare(db, 'schedule'),
    pin: prepare(db, 'pin'),
    mention: prepare(db, 'mention'),
    chat: prepare(db, 'chat'),
    chatMessage: prepare(db, 'chatMessage'),
  };

  const newestBelow = db
    .prepare<[number, string], number>(
      `select created_at from main.message where contact_id = ? and id <> ?
       order by created_at desc, id desc limit 1`,
    )
    .pluck();

  function get<E extends EntityName>(entity: E, id: string | number): Row<E> | undefined {
    const json = isOverlaid(entity) ? statements[entity].get.get(id) : undefined;
    if (json === undefined) return rows.get(entity, id);
    return json === null ? undefined : (JSON.parse(json) as Row<E>);
  }

  function put<E extends EntityName>(entity: E, row: Row<E>): void {
    if (!isOverlaid(entity)) throw new Error(`no command is expected to change a ${entity}`);
    statements[entity].put.run(...valuesOf(entity, row as Row<Overlaid>));
  }

  /** An empty row above hides the one below: readers pass it over. */
  function remove(entity: EntityName, id: string): void {
    if (!isOverlaid(entity)) throw new Error(`no command is expected to remove a ${entity}`);
    statements[entity].hide.run(id);
  }

  function add({ command, file, refusedWith }: ProjectedCommand): void {
    const at = refusedWith ? command.at : placeOf(command);
    const view: ProjectionView = {
      get,
      put: refusedWith ? (entity, row) => putRefused(entity, row, refusedWith) : put,
      remove: refusedWith ? () => {} : remove,
      unreadSince: seen.unreadSince,
      hasWrittenSince: seen.hasWrittenSince,
      media: (id) => (file?.id === id ? file : undefined),
    };
    project(view, { ...command, at }, userId);
  }

  /** A refused message stays where its text can be read; nothing else of the command has happened. */
  function putRefused<E extends EntityName>(entity: E, row: Row<E>, errorCode: ErrorCode): void {
    if (entity === 'message') put(entity, { ...row, ack: ACK.error, errorCode });
    // Why is told by its place in the outbox.
    if (entity === 'chatMessage') put(entity, row);
  }

  /** Instants (ms) of the newest words of contacts, in the feed or waiting. */
  const newest = new Map<number, number>();

  /**
   * Waiting messages sort below all that have arrived, in the order in which they were written, as when the server gives
   * it its time: what has arrived of it must not jump over the rest.
   */
  function placeOf({ name, args, at }: ProjectedCommand['command']): string {
    if (!WRITING.has(name) || !('ticketId' in args) || !('id' in args)) return at;
    const contactId = get('ticket', args.ticketId)?.contactId ?? 0;
    const arrived = newest.get(contactId) ?? newestBelow.get(contactId, args.id) ?? 0;
    const place = Math.max(Date.parse(at), arrived + 1);
    newest.set(contactId, place);
    return new Date(place).toISOString();
  }

  return {
    get,
    add,
    rebuild(commands) {
      newest.clear();
      for (const entity of OVERLAID) statements[entity].clear.run();
      for (const command of commands) add(command);
    },
  };
}

/** The columns, and with them their affinities, are those of the table below: the views give both the same shape. */
function createTable(db: Database, entity: Overlaid): void {
  const columns = columnsOf(entity);
  db.exec(`
    create temp table overlay_${entity} as select ${columns} from main.${entity} where false;
    create unique index temp.overlay_${entity}_id on overlay_${entity} (id);
    create temp view effective_${entity} as
      select ${columns} from main.${entity} below
        where not exists (select 1 from overlay_${entity} above where above.id = below.id)
      union all select ${columns} from overlay_${entity};
  `);
}

const columnsOf = (entity: Overlaid) => ['id', ...columnNames(entity), 'row'];

function prepare(db: Database, entity: Overlaid) {
  const places = columnsOf(entity).map(() => '?');
  return {
    get: db
      .prepare<[string | number], string | null>(`select row from overlay_${entity} where id = ?`)
      .pluck(),
    put: db.prepare(`insert or replace into overlay_${entity} values (${places})`),
    hide: db.prepare<[string]>(`insert or replace into overlay_${entity} (id) values (?)`),
    clear: db.prepare(`delete from overlay_${entity}`),
  };
}
