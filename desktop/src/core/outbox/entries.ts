import { type ErrorParams, isErrorCode } from '@balcao/shared/errors.ts';
import { type Mutation, mutation } from '@balcao/shared/sync/commands.ts';
import type { Database } from 'better-sqlite3';
import type { OutgoingFile } from './outbox.ts';
import type { Refusal } from './queue.ts';

/** A stored command as a person may look at it. */
export interface OutboxEntry {
  position: number;
  at: string;
  ticketId: number | null;
  /** Null: this version of the program does not understand it. */
  command: Mutation | null;
  /** The text of the command; '' when it has none. */
  text: string;
  file: OutgoingFile | null;
  needsUpload: string | null;
  state: 'queued' | 'rejected' | 'unreadable';
  /** It has been sent over a connection: the server may have it. */
  isSent: boolean;
  isHeld: boolean;
  refusal: Refusal | null;
}

/** The outbox as a list that its author tidies up. Callers open the transactions. */
export interface Entries {
  /** Refused ones first, then in the order of the queue. */
  all(limit: number): OutboxEntry[];
  byPosition(position: number): OutboxEntry | null;
  /** A scheduled message that never left this computer; null when the server may have it. */
  newSchedule(id: string): OutboxEntry | null;
  /** Commands that wait for a person. */
  failed(): number;
  /** A refused command takes its place at the end of the queue again. */
  retry(position: number, at: string): void;
  /** Takes a command out, and with it the changes that wait of a message or schedule that will never exist. */
  remove(entry: OutboxEntry): void;
}

interface Row {
  position: number;
  seq: number | null;
  name: string;
  args: string;
  at: string;
  ticketId: number | null;
  file: string | null;
  needsUpload: string | null;
  state: OutboxEntry['state'];
  code: string | null;
  params: string;
  holdUntil: number | null;
}

export function createEntries(db: Database): Entries {
  // A command for a contact belongs to the agent's conversation with it.
  const ticketOf = `coalesce(ticket_id, (
    select id from main.ticket where contact_id = iif(json_valid(args), json_extract(args, '$.contactId'), null)
    order by status = 'closed', last_message_at desc limit 1))`;
  const columns = `position, seq, name, args, at, ${ticketOf} as ticketId, file, needs_upload as needsUpload, state,
    code, params, hold_until as holdUntil`;
  const all = db.prepare<[number], Row>(
    `select ${columns} from outbox order by state = 'queued', position limit ?`,
  );
  const one = db.prepare<[number], Row>(`select ${columns} from outbox where position = ?`);
  const newSchedule = db.prepare<[string], Row>(
    `select ${columns} from outbox
     where name = 'schedule.create' and state = 'queued' and seq is null and json_extract(args, '$.id') = ?`,
  );
  const failed = db.prepare<[], number>("select count(*) from outbox where state <> 'queued'").pluck();
  // Its file is uploaded again: the server does not keep unused files for long.
  const again = db.prepare<[string, number]>(
    `insert into outbox (name, args, at, ticket_id, message_id, file, needs_upload)
     select name, args, ?, ticket_id, message_id, file, iif(file is null, null, json_extract(args, '$.mediaId'))
     from outbox where position = ?`,
  );
  const remove = db.prepare<[number]>('delete from outbox where position = ?');
  const removeChanges = db.prepare<[string, number]>(
    `delete from outbox where state = 'queued' and seq is null and json_extract(args, '$.id') = ? and position > ?`,
  );

  return {
    all: (limit) => all.all(limit).map(entryOf),
    byPosition(position) {
      const row = one.get(position);
      return row ? entryOf(row) : null;
    },
    newSchedule(id) {
      const row = newSchedule.get(id);
      return row ? entryOf(row) : null;
    },
    failed: () => failed.get() ?? 0,
    retry(position, at) {
      again.run(at, position);
      remove.run(position);
    },
    remove({ position, command }) {
      remove.run(position);
      if (
        command?.name === 'message.send' ||
        command?.name === 'message.forward' ||
        command?.name === 'chat.send' ||
        command?.name === 'schedule.create'
      )
        removeChanges.run(command.args.id, position);
    },
  };
}

function entryOf(row: Row): OutboxEntry {
  const { position, at, ticketId, needsUpload, state, seq } = row;
  const args = argsOf(row.args);
  const read = mutation.safeParse({ seq: 1, name: row.name, args, at });
  return {
    position,
    at,
    ticketId,
    needsUpload,
    state,
    command: read.success ? read.data : null,
    text: typeof args.body === 'string' ? args.body : '',
    file: row.file === null ? null : (JSON.parse(row.file) as OutgoingFile),
    isSent: seq !== null,
    isHeld: row.holdUntil !== null,
    refusal: state === 'rejected' ? refusalOf(row) : null,
  };
}

/** Commands of another version may hold anything. */
function argsOf(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const refusalOf = ({ code, params }: Row): Refusal => ({
  code: isErrorCode(code) ? code : 'ERR_INTERNAL',
  params: JSON.parse(params) as ErrorParams,
});
