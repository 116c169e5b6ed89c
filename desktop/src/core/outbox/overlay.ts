import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { ProjectionView } from '@balcao/shared/sync/commands.ts';
import { type Mutation, type MutationName, project } from '@balcao/shared/sync/commands.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import type { Database } from 'better-sqlite3';
import type { Changes } from '../store/changes.ts';
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
  /** Call it after the rows below or the queue have changed. */
  rebuild(commands: Iterable<ProjectedCommand>): void;
  /**
   * The same after these changes, at the cost of what they concern: a long queue is confirmed in many small parts.
   *
   * @param commandsOf the commands of some tickets (null: of none)
   */
  refresh(
    changes: Pick<Changes, 'all' | 'ticketIds' | 'contactIds'>,
    commandsOf: (concerns: (ticketId: number | null) => boolean) => Iterable<ProjectedCommand>,
  ): void;
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
const WRITING: ReadonlySet<MutationName> = new Set([
  'message.send',
  'message.forward',
  'note.add',
  'macro.run',
]);

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

  const clearContact = (['ticket', 'message'] as const).map((entity) => clearOfContact(db, entity));
  const reach = createReach(rows);
  const places = createPlaces(db, (ticketId) => get('ticket', ticketId)?.contactId ?? 0);

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
    const at = refusedWith ? command.at : places.of(command);
    const inReach = reach.of(command);
    const view: ProjectionView = {
      get: (entity, id) => inReach(entity, get(entity, id)),
      put(entity, row) {
        inReach(entity, row);
        if (refusedWith) putRefused(entity, row, refusedWith);
        else put(entity, row);
      },
      remove(entity, id) {
        inReach(entity, undefined);
        if (!refusedWith) remove(entity, id);
      },
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

  function rebuild(commands: Iterable<ProjectedCommand>): void {
    places.forgetAll();
    reach.forget();
    for (const entity of OVERLAID) statements[entity].clear.run();
    for (const command of commands) add(command);
  }

  return {
    get,
    add,
    rebuild,
    refresh(changes, commandsOf) {
      if (reach.isNothing()) return;
      const contactIds = reach.contactsOf(changes);
      if (contactIds === null) return rebuild(commandsOf(() => true));
      for (const contactId of contactIds) {
        places.forget(contactId);
        for (const clear of clearContact) clear.run(contactId);
      }
      const concerns = (ticketId: number | null) =>
        ticketId !== null && contactIds.has(rows.contactOf(ticketId) ?? 0);
      for (const command of commandsOf(concerns)) add(command);
    },
  };
}

/**
 * Which rows the effects of the commands come from and change. Most commands stay within the conversation of one contact:
 * what happens in others does not concern them.
 */
function createReach(rows: Rows) {
  /** The contacts of the commands' tickets, when these were projected. */
  const contacts = new Map<number, number>();
  let isWithin = true;
  let isNothing = true;

  return {
    isNothing: () => isNothing,
    forget() {
      contacts.clear();
      isWithin = true;
      isNothing = true;
    },
    /** A command is projected. @returns what is to see each row that it reads or changes */
    of({ args }: ProjectedCommand['command']) {
      isNothing = false;
      const ticketId = 'ticketId' in args ? args.ticketId : null;
      const own = ticketId === null ? undefined : rows.contactOf(ticketId);
      if (ticketId === null || own === undefined) isWithin = false;
      else contacts.set(ticketId, own);
      return <E extends EntityName>(entity: E, row: Row<E> | undefined): Row<E> | undefined => {
        const isSaid = entity === 'ticket' || entity === 'message';
        if (!isSaid || !row || !('contactId' in row) || row.contactId !== own) isWithin = false;
        return row;
      };
    },
    /** The contacts whose conversations these changes concern; null: effects reach further. */
    contactsOf({ all, ticketIds, contactIds }: Pick<Changes, 'all' | 'ticketIds' | 'contactIds'>) {
      const hasMoved = (ticketId: number) => contacts.get(ticketId) !== rows.contactOf(ticketId);
      if (all || !isWithin || [...ticketIds].some((id) => contacts.has(id) && hasMoved(id))) return null;
      return new Set([...contactIds, ...[...ticketIds].flatMap((id) => rows.contactOf(id) ?? [])]);
    },
  };
}

/**
 * Waiting messages sort below all that have arrived, in the order in which they were written, as when the server gives
 * it its time: what has arrived of it must not jump over the rest.
 */
function createPlaces(db: Database, contactOf: (ticketId: number) => number) {
  const newestBelow = db
    .prepare<[number, string], number>(
      `select created_at from main.message where contact_id = ? and id <> ?
       order by created_at desc, id desc limit 1`,
    )
    .pluck();
  /** Instants (ms) of the newest words of contacts, in the feed or waiting. */
  const newest = new Map<number, number>();

  return {
    of({ name, args, at }: ProjectedCommand['command']): string {
      if (!WRITING.has(name) || !('ticketId' in args) || !('id' in args)) return at;
      const contactId = contactOf(args.ticketId);
      const arrived = newest.get(contactId) ?? newestBelow.get(contactId, args.id) ?? 0;
      const place = Math.max(Date.parse(at), arrived + 1);
      newest.set(contactId, place);
      return new Date(place).toISOString();
    },
    forget: (contactId: number) => void newest.delete(contactId),
    forgetAll: () => newest.clear(),
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

function clearOfContact(db: Database, entity: 'ticket' | 'message') {
  db.exec(`create index temp.overlay_${entity}_contact on overlay_${entity} (contact_id)`);
  return db.prepare<[number]>(`delete from overlay_${entity} where contact_id = ?`);
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
