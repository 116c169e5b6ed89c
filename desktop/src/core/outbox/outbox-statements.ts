import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Database } from 'better-sqlite3';
import type { PendingUpload } from './outbox.ts';

export interface OutboxRow {
  position: number;
  seq: number | null;
  command_id: string | null;
  name: MutationName;
  args: string;
  at: string;
  ticket_id: number | null;
  message_id: string | null;
  file: string | null;
  needs_upload: string | null;
  state: 'queued' | 'rejected' | 'unreadable';
  code: string | null;
  hold_until: number | null;
}

/** Decisions that may be held back for a moment. */
const HELD = ['ticket.close', 'ticket.transfer', 'ticket.snooze', 'macro.run'] as const;
export type HeldName = (typeof HELD)[number];

/** The prepared statements of the outbox. */
export type OutboxStatements = ReturnType<typeof prepareOutbox>;

export function prepareOutbox(db: Database) {
  return {
    ...prepareNumbers(db),
    ...prepareRows(db),
    ...prepareOrder(db),
    ...prepareLists(db),
    ...prepareWrites(db),
  };
}

const COLUMNS =
  'position, seq, command_id, name, args, at, ticket_id, message_id, file, needs_upload, state, code, hold_until';

/** Commands of another version may hold anything. */
const CONTACT = "iif(json_valid(args), json_extract(args, '$.contactId'), null)";

const rowsOf = <P extends unknown[]>(db: Database, rest: string) =>
  db.prepare<P, OutboxRow>(`select ${COLUMNS} from outbox ${rest}`);

function prepareNumbers(db: Database) {
  return {
    makeClient: db.prepare<[string]>(
      'insert or ignore into client (id, client_id, next_seq) values (1, ?, 1)',
    ),
    client: db.prepare<[], { client_id: string; next_seq: number }>('select client_id, next_seq from client'),
    newClient: db.prepare<[string]>('update client set client_id = ?, next_seq = 1'),
    setNext: db.prepare<[number]>('update client set next_seq = ?'),
    firstNumber: db
      .prepare<[], number>(
        "select seq from outbox where state = 'queued' and seq is not null order by seq limit 1",
      )
      .pluck(),
    setNumber: db.prepare<[number, string, number]>(
      'update outbox set seq = ?, command_id = ? where position = ?',
    ),
    forgetNumbers: db.prepare<[]>('update outbox set seq = null'),
  };
}

function prepareRows(db: Database) {
  const heldOf = (...names: MutationName[]) =>
    rowsOf<[{ ticketId: number | null }]>(
      db,
      `where state = 'queued' and hold_until is not null and name in (${names.map((name) => `'${name}'`).join()})
         and (@ticketId is null or ticket_id = @ticketId)
       order by position`,
    );
  return {
    all: rowsOf<[]>(db, "where state <> 'unreadable' order by position"),
    // Among refused commands only a message has something to show: its words.
    projected: rowsOf<[]>(
      db,
      "where state = 'queued' or state = 'rejected' and message_id is not null order by position",
    ),
    get: rowsOf<[number]>(db, 'where position = ?'),
    held: heldOf('message.send'),
    decisions: heldOf(...HELD),
    rejected: rowsOf<[string]>(db, "where state = 'rejected' and message_id = ?"),
    upTo: rowsOf<[number]>(db, "where state = 'queued' and seq <= ? order by seq"),
    ofTicket: rowsOf<[number]>(db, "where ticket_id = ? and state <> 'unreadable'"),
    hasTicket: db.prepare<[number | null], 1>('select 1 from main.ticket where id = ?'),
    hasContact: db.prepare<[number | null], 1>('select 1 from main.contact where id = ?'),
    endedOfTicket: rowsOf<[number]>(db, "where state <> 'queued' and ticket_id = ?"),
    endedOfContact: rowsOf<[number]>(db, `where state <> 'queued' and ${CONTACT} = ?`),
    endedElsewhere: rowsOf<[string]>(
      db,
      `where state <> 'queued' and at < ? and (
         ticket_id is not null and not exists (select 1 from main.ticket where id = ticket_id)
         or ${CONTACT} is not null and not exists (select 1 from main.contact where id = ${CONTACT}))`,
    ),
    // A scheduled message may name a file that only the server has.
    aged: rowsOf<[string, number]>(
      db,
      `where state = 'queued' and needs_upload is null and json_extract(args, '$.mediaId') is not null and at < ?
         and (seq is null or seq > ?) and (file is not null or name = 'message.send')`,
    ),
  };
}

function prepareOrder(db: Database) {
  return {
    // These were sent before and come first: the server accepts numbers only in order.
    sentBefore: db
      .prepare<[string, number], number>(
        `select position from outbox
         where state = 'queued' and hold_until is null and position not in (select value from json_each(?))
           and seq is not null
         order by seq limit ?`,
      )
      .pluck(),
    // Nothing overtakes a command of its ticket or its chat or on the same scheduled message, nor the message that it
    // forwards. In the order of the table, so that the look ends with the last one that may leave.
    unsent: db
      .prepare<[string, number], number>(
        `select position from outbox command
         where state = 'queued' and hold_until is null and position not in (select value from json_each(?))
           and seq is null and needs_upload is null and not exists (
             select 1 from outbox before
             where before.position < command.position and before.state = 'queued' and before.seq is null
               and (before.needs_upload is not null and before.hold_until is null
                   and (before.ticket_id = command.ticket_id
                     or json_extract(before.args, '$.chatId') = json_extract(command.args, '$.chatId')
                     or json_extract(before.args, '$.id') = json_extract(command.args, '$.id'))
                 or before.message_id = json_extract(command.args, '$.ofId')))
         order by position limit ?`,
      )
      .pluck(),
    nextUpload: db.prepare<[number], PendingUpload>(
      `select position, needs_upload as mediaId from outbox
       where state = 'queued' and hold_until is null and needs_upload is not null
       order by position <= ?, position limit 1`,
    ),
  };
}

function prepareLists(db: Database) {
  return {
    size: db.prepare<[], number>("select count(*) from outbox where state = 'queued'").pluck(),
    uploads: db
      .prepare<[number], string>(
        `select needs_upload from outbox
         where ticket_id = ? and needs_upload is not null and state = 'queued' and hold_until is null
         order by position`,
      )
      .pluck(),
    files: db
      .prepare<[], string>("select json_extract(file, '$.id') from outbox where file is not null")
      .pluck(),
    waitingTickets: db
      .prepare<[], number>(
        "select distinct ticket_id from outbox where state = 'queued' and ticket_id is not null",
      )
      .pluck(),
    waitingSchedules: db
      .prepare<[], string>(
        "select json_extract(args, '$.id') from outbox where state = 'queued' and name like 'schedule.%'",
      )
      .pluck(),
    messagesOf: db.prepare<[number], { message_id: string; state: string }>(
      `select message_id, state from outbox
       where ticket_id = ? and message_id is not null and state <> 'unreadable'`,
    ),
  };
}

function prepareWrites(db: Database) {
  return {
    insert: db.prepare(
      `insert into outbox (name, args, at, ticket_id, message_id, file, needs_upload, hold_until)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    takeOver: db.prepare<{ position: number; ticketId: number; args: string }>(
      'update outbox set ticket_id = :ticketId, args = :args where position = :position',
    ),
    uploaded: db.prepare<[number]>('update outbox set needs_upload = null where position = ?'),
    bringAgain: db.prepare<[number]>(
      "update outbox set needs_upload = json_extract(args, '$.mediaId') where position = ?",
    ),
    reject: db.prepare<[string, string, number]>(
      "update outbox set state = 'rejected', seq = null, hold_until = null, code = ?, params = ? where position = ?",
    ),
    setAside: db.prepare<[number]>("update outbox set state = 'unreadable', seq = null where position = ?"),
    remove: db.prepare<[number]>('delete from outbox where position = ?'),
  };
}

export const ticketsOf = (rows: readonly OutboxRow[]): number[] =>
  rows.flatMap(({ ticket_id: id }) => (id === null ? [] : [id]));
