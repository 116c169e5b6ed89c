import { randomUUID } from 'node:crypto';
import { type ErrorCode, type ErrorParams, isErrorCode } from '@balcao/shared/errors.ts';
import {
  MUTATIONS,
  type Mutation,
  type MutationArgs,
  type MutationName,
  mutation,
  redirected,
} from '@balcao/shared/sync/commands.ts';
import type { Database } from 'better-sqlite3';
import type { Outbox, OutgoingFile, PendingUpload, Rejection } from './outbox.ts';
import type { ProjectedCommand } from './overlay.ts';
import { DECISIONS, OVERTAKEN, type Overtaken } from './overtaken.ts';

/** A command as it enters the queue. */
interface NewCommand {
  name: MutationName;
  args: Mutation['args'];
  at: string;
  file: OutgoingFile | null;
  /** Its file needs not be brought to the server. */
  isThere?: boolean;
  /** Not sent before this instant (ms, this computer's clock). */
  holdUntil?: number | null;
}

/** A message that its author may still take back. */
export interface HeldMessage {
  args: MutationArgs<'message.send'>;
  until: number;
}

/** Decisions that may be held back for a moment. */
const HELD = ['ticket.close', 'ticket.transfer', 'ticket.snooze'] as const;
export type HeldName = (typeof HELD)[number];

/** What was to be marked as read may be gone: nobody has to know. */
const SILENT: ReadonlySet<MutationName> = new Set(['ticket.markRead', 'chat.read']);

/** A ticket whose finishing or handing over its agent may still take back. */
export interface HeldDecision {
  ticketId: number;
  until: number;
}

export interface Refusal {
  code: ErrorCode;
  params: ErrorParams;
}

/** The table of the outbox. Callers open the transactions. */
export interface Queue extends Omit<Outbox, 'refuse'> {
  add(command: NewCommand): ProjectedCommand;
  /** Commands with a visible effect, in order. */
  projected(): ProjectedCommand[];
  /**
   * The server has dealt with every command up to `acked`: applied ones go, refused messages stay as failed.
   * Harmless to repeat.
   */
  settle(acked: number, refusals: ReadonlyMap<number, Refusal>): Settled;
  refuse(position: number, refusal: Refusal): Settled;
  /** A refused message takes its place at the end of the queue again. @returns its ticket, null when there is none */
  retry(messageId: string, at: string): number | null;
  discard(messageId: string): number | null;
  /** Messages that are held back (of one ticket, or all), in their order. */
  held(ticketId: number | null): HeldMessage[];
  /** Files that commands of this ticket, held ones aside, wait for. */
  uploads(ticketId: number): string[];
  /** Files that commands of any state name. */
  files(): string[];
  /** Ends the hold: the messages take their places at the end of the queue. @returns their tickets */
  release(messageIds: readonly string[]): number[];
  /** Takes held messages out again. */
  takeBack(messageIds: readonly string[]): void;
  decisions(): HeldDecision[];
  /** Ends the hold of a ticket's finishing or transfer. @returns whether there was one */
  releaseDecision(ticketId: number): boolean;
  /** Takes a held finishing or transfer out again. @returns whether there was one */
  takeBackDecision(ticketId: number): boolean;
  /** Refuses a held closing: the customer has written meanwhile. */
  overtakeClosing(ticketId: number): Settled;
  /** Redirects the commands of a merged ticket to its successor. @returns whether there was anything */
  takeOver(gone: number, ticketId: number): boolean;
  /** Commands of a version of this program that we do not understand are put aside. @returns how many */
  quarantine(): number;
  /** Tickets with commands that wait. */
  waitingTickets(): Set<number>;
  /** Scheduled messages with commands that wait. */
  waitingSchedules(): Set<string>;
  /** Own messages of these tickets that the server does not have. */
  deliveries(ticketIds: readonly number[]): Map<string, 'queued' | 'failed'>;
}

export interface Settled {
  rejections: Rejection[];
  /** Tickets whose rows or messages look different now. */
  ticketIds: number[];
}

interface OutboxRow {
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

export function createQueue(db: Database, overtaken: Overtaken): Queue {
  const sql = prepare(db);
  sql.makeClient.run(randomUUID());

  function client(): { client_id: string; next_seq: number } {
    const row = sql.client.get();
    if (!row) throw new Error('the row of this client is missing');
    return row;
  }

  /** Stores the outcome of one command. A refused command of the agent stays, to be read and repeated. */
  function refuseRow(row: OutboxRow, refusal: Refusal): Rejection {
    const isOvertaken = row.name === 'ticket.close' && refusal.code === OVERTAKEN;
    const isSettled = isOvertaken && overtaken.isDecidedAnew(row.ticket_id, row.position);
    if (SILENT.has(row.name) || isSettled) sql.remove.run(row.position);
    else sql.reject.run(refusal.code, JSON.stringify(refusal.params), row.position);
    return { name: row.name, ticketId: row.ticket_id, ...refusal };
  }

  const heldRows = (messageIds: readonly string[]) =>
    sql.held.all({ ticketId: null }).filter((row) => messageIds.includes(row.message_id ?? ''));

  /** They take their places at the end of the queue. */
  function endHolds(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      sql.remove.run(row.position);
      const { name, args, at, ticket_id, message_id, file, needs_upload } = row;
      sql.insert.run(name, args, at, ticket_id, message_id, file, needs_upload, null);
    }
  }

  function renumber(): void {
    sql.newClient.run(randomUUID());
    sql.forgetNumbers.run();
  }

  function refuseAll(rows: readonly OutboxRow[], refusal: Refusal): Settled {
    return { rejections: rows.map((row) => refuseRow(row, refusal)), ticketIds: ticketsOf(rows) };
  }

  return {
    clientId: () => client().client_id,
    size: () => sql.size.get() ?? 0,
    waitingTickets: () => new Set(sql.waitingTickets.all()),
    waitingSchedules: () => new Set(sql.waitingSchedules.all()),
    deliveries: (ticketIds) =>
      new Map(
        [...new Set(ticketIds)]
          .flatMap((ticketId) => sql.messagesOf.all(ticketId))
          .map((row) => [row.message_id, row.state === 'queued' ? 'queued' : 'failed']),
      ),
    projected: () => sql.projected.all().map(projectedOf),
    ready: (limit, underWay = []) => sql.ready.all(JSON.stringify(underWay), limit),
    nextUpload: (after = 0) => sql.nextUpload.get(after) ?? null,
    uploaded: (position) => void sql.uploaded.run(position),

    bringAgain(before, done) {
      const aged = sql.aged.all(before, done);
      // A numbered command waits for nothing.
      const isSent = aged.some(({ seq }) => seq !== null);
      if (isSent && (sql.firstNumber.get() ?? done) <= done) return 'unsettled';
      for (const { position } of aged) sql.bringAgain.run(position);
      if (!isSent) return 'done';
      renumber();
      return 'renamed';
    },

    add(command) {
      const { name, args, at, file, isThere = false, holdUntil = null } = command;
      if (DECISIONS.has(name) && 'ticketId' in args) overtaken.forget(args.ticketId);
      const send = name === 'message.send' ? MUTATIONS[name].args.parse(args) : null;
      const forward = name === 'message.forward' ? MUTATIONS[name].args.parse(args) : null;
      const note = name === 'note.add' ? MUTATIONS[name].args.parse(args) : null;
      const said = name === 'chat.send' ? MUTATIONS[name].args.parse(args) : null;
      const fileJson = file && JSON.stringify(file);
      const plannedFile = name === 'schedule.create' || name === 'schedule.update' ? file?.id : undefined;
      sql.insert.run(
        name,
        JSON.stringify(args),
        at,
        'ticketId' in args ? args.ticketId : null,
        (send ?? forward ?? note ?? said)?.id ?? null,
        fileJson,
        isThere ? null : (send?.mediaId ?? said?.mediaId ?? plannedFile ?? null),
        holdUntil,
      );
      return { command, file, refusedWith: null };
    },

    number(positions) {
      let { next_seq: next } = client();
      const numbered = positions.map((position) => {
        const row = sql.get.get(position);
        if (row?.state !== 'queued') throw new Error(`command ${position} is not queued`);
        const seq = row.seq ?? next++;
        const id = row.command_id ?? randomUUID();
        if (row.seq === null || row.command_id === null) sql.setNumber.run(seq, id, position);
        return { ...commandOf(row), seq, id };
      });
      sql.setNext.run(next);
      return numbered;
    },

    agreesWith(lastMutationSeq) {
      const { next_seq: next } = client();
      // Numbers below the first one that waits have been confirmed.
      const confirmed = (sql.firstNumber.get() ?? next) - 1;
      return lastMutationSeq >= confirmed && lastMutationSeq < next;
    },

    settle(acked, refusals) {
      const rows = sql.upTo.all(acked);
      const rejections = rows.flatMap((row) => {
        const refusal = refusals.get(Number(row.seq));
        if (refusal) return [refuseRow(row, refusal)];
        sql.remove.run(row.position);
        return [];
      });
      return { rejections, ticketIds: ticketsOf(rows) };
    },

    refuse(position, refusal) {
      const row = sql.get.get(position);
      return refuseAll(row?.state === 'queued' && row.seq === null ? [row] : [], refusal);
    },

    retry(messageId, at) {
      const row = sql.rejected.get(messageId);
      if (!row) return null;
      sql.remove.run(row.position);
      const { mediaId = null } = JSON.parse(row.args) as { mediaId?: string | null };
      sql.insert.run(row.name, row.args, at, row.ticket_id, row.message_id, row.file, mediaId, null);
      return row.ticket_id;
    },

    discard(messageId) {
      const row = sql.rejected.get(messageId);
      if (row) sql.remove.run(row.position);
      return row?.ticket_id ?? null;
    },

    held: (ticketId) =>
      sql.held.all({ ticketId }).map((row) => ({ args: sendArgs(row), until: row.hold_until ?? 0 })),

    uploads: (ticketId) => sql.uploads.all(ticketId),
    files: () => sql.files.all(),

    release(messageIds) {
      const rows = heldRows(messageIds);
      endHolds(rows);
      return ticketsOf(rows);
    },

    takeBack(messageIds) {
      for (const row of heldRows(messageIds)) sql.remove.run(row.position);
    },

    decisions: () =>
      sql.decisions
        .all({ ticketId: null })
        .map((row) => ({ ticketId: row.ticket_id ?? 0, until: row.hold_until ?? 0 })),

    releaseDecision(ticketId) {
      const rows = sql.decisions.all({ ticketId });
      endHolds(rows);
      return rows.length > 0;
    },

    takeBackDecision(ticketId) {
      const rows = sql.decisions.all({ ticketId });
      for (const row of rows) sql.remove.run(row.position);
      return rows.length > 0;
    },

    overtakeClosing(ticketId) {
      const closings = sql.decisions.all({ ticketId }).filter(({ name }) => name === 'ticket.close');
      return refuseAll(closings, { code: OVERTAKEN, params: {} });
    },

    takeOver(gone, ticketId) {
      const moved = sql.ofTicket.all(gone).flatMap((row) => {
        const { name, args } = commandOf(row);
        const there = redirected(name, args, ticketId);
        return there ? [{ position: row.position, ticketId, args: JSON.stringify(there) }] : [];
      });
      for (const command of moved) sql.takeOver.run(command);
      return moved.length > 0;
    },

    quarantine() {
      const unreadable = sql.all.all().filter((row) => !isReadable(row));
      for (const row of unreadable) sql.setAside.run(row.position);
      // A number that is never sent would be a hole, at which the server refuses everything that follows.
      if (unreadable.some((row) => row.seq !== null)) renumber();
      return unreadable.length;
    },

    renumber,
  };
}

function prepare(db: Database) {
  const columns =
    'position, seq, command_id, name, args, at, ticket_id, message_id, file, needs_upload, state, code, hold_until';
  const rows = <P extends unknown[]>(rest: string) =>
    db.prepare<P, OutboxRow>(`select ${columns} from outbox ${rest}`);
  const heldOf = (...names: MutationName[]) =>
    rows<[{ ticketId: number | null }]>(
      `where state = 'queued' and hold_until is not null and name in (${names.map((name) => `'${name}'`).join()})
         and (@ticketId is null or ticket_id = @ticketId)
       order by position`,
    );
  return {
    makeClient: db.prepare<[string]>(
      'insert or ignore into client (id, client_id, next_seq) values (1, ?, 1)',
    ),
    client: db.prepare<[], { client_id: string; next_seq: number }>('select client_id, next_seq from client'),
    newClient: db.prepare<[string]>('update client set client_id = ?, next_seq = 1'),
    setNext: db.prepare<[number]>('update client set next_seq = ?'),

    all: rows<[]>("where state <> 'unreadable' order by position"),
    // Among refused commands only a message has something to show: its words.
    projected: rows<[]>(
      "where state = 'queued' or state = 'rejected' and message_id is not null order by position",
    ),
    get: rows<[number]>('where position = ?'),
    held: heldOf('message.send'),
    decisions: heldOf(...HELD),
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
    rejected: rows<[string]>("where state = 'rejected' and message_id = ?"),
    upTo: rows<[number]>("where state = 'queued' and seq <= ? order by seq"),
    // Numbered commands were sent before and come first: the server accepts numbers only in order. Of the rest
    // nothing overtakes a command of its ticket or its chat or on the same scheduled message, nor the message that it forwards.
    ready: db
      .prepare<[string, number], number>(
        `select position from outbox command
         where state = 'queued' and hold_until is null and position not in (select value from json_each(?))
           and (seq is not null or needs_upload is null and not exists (
             select 1 from outbox before
             where before.position < command.position and before.state = 'queued' and before.seq is null
               and (before.needs_upload is not null and before.hold_until is null
                   and (before.ticket_id = command.ticket_id
                     or json_extract(before.args, '$.chatId') = json_extract(command.args, '$.chatId')
                     or json_extract(before.args, '$.id') = json_extract(command.args, '$.id'))
                 or before.message_id = json_extract(command.args, '$.ofId'))))
         order by seq is null, seq, position limit ?`,
      )
      .pluck(),
    nextUpload: db.prepare<[number], PendingUpload>(
      `select position, needs_upload as mediaId from outbox
       where state = 'queued' and hold_until is null and needs_upload is not null
       order by position <= ?, position limit 1`,
    ),
    size: db.prepare<[], number>("select count(*) from outbox where state = 'queued'").pluck(),
    firstNumber: db
      .prepare<[], number>(
        "select seq from outbox where state = 'queued' and seq is not null order by seq limit 1",
      )
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

    insert: db.prepare(
      `insert into outbox (name, args, at, ticket_id, message_id, file, needs_upload, hold_until)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setNumber: db.prepare<[number, string, number]>(
      'update outbox set seq = ?, command_id = ? where position = ?',
    ),
    ofTicket: rows<[number]>("where ticket_id = ? and state <> 'unreadable'"),
    takeOver: db.prepare<{ position: number; ticketId: number; args: string }>(
      'update outbox set ticket_id = :ticketId, args = :args where position = :position',
    ),
    forgetNumbers: db.prepare<[]>('update outbox set seq = null'),
    uploaded: db.prepare<[number]>('update outbox set needs_upload = null where position = ?'),
    // A scheduled message may name a file that only the server has.
    aged: rows<[string, number]>(
      `where state = 'queued' and needs_upload is null and json_extract(args, '$.mediaId') is not null and at < ?
         and (seq is null or seq > ?) and (file is not null or name = 'message.send')`,
    ),
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

/** Stored commands were valid when they were stored; those of another version are found by `quarantine`. */
function commandOf({ name, args, at }: OutboxRow): Mutation {
  return { seq: 0, name, args: JSON.parse(args), at } as Mutation;
}

const sendArgs = ({ args }: OutboxRow) => JSON.parse(args) as MutationArgs<'message.send'>;

function projectedOf(row: OutboxRow): ProjectedCommand {
  return {
    command: commandOf(row),
    file: row.file === null ? null : (JSON.parse(row.file) as OutgoingFile),
    refusedWith: row.state === 'rejected' ? codeOf(row) : null,
  };
}

const codeOf = ({ code }: OutboxRow): ErrorCode => (isErrorCode(code) ? code : 'ERR_INTERNAL');

function isReadable({ name, args, at }: OutboxRow): boolean {
  try {
    return mutation.safeParse({ seq: 1, name, args: JSON.parse(args), at }).success;
  } catch {
    return false;
  }
}

const ticketsOf = (rows: readonly OutboxRow[]): number[] =>
  rows.flatMap(({ ticket_id: id }) => (id === null ? [] : [id]));
