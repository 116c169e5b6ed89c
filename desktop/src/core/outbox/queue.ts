import { type ErrorCode, isErrorCode } from '@balcao/shared/errors.ts';
import {
  MUTATIONS,
  type Mutation,
  type MutationName,
  mutation,
  redirected,
} from '@balcao/shared/sync/commands.ts';
import type { Database } from 'better-sqlite3';
import { createHeldCommands, type HeldCommands } from './held-commands.ts';
import { commandOf, createNumbering } from './numbering.ts';
import type { Outbox, OutgoingFile } from './outbox.ts';
import { type OutboxRow, type OutboxStatements, prepareOutbox } from './outbox-statements.ts';
import type { ProjectedCommand } from './overlay.ts';
import { DECISIONS, type Overtaken } from './overtaken.ts';
import { createRefusals, type Refusals } from './refusals.ts';

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

/** The table of the outbox. Callers open the transactions. */
export interface Queue extends Omit<Outbox, 'refuse'>, Refusals, HeldCommands, WaitingCommands {
  add(command: NewCommand): ProjectedCommand;
  /** Commands with a visible effect, in order. */
  /** @param concerns only commands of these tickets (null: of none); all without it */
  projected(concerns?: (ticketId: number | null) => boolean): ProjectedCommand[];
  /** Redirects the commands of a merged ticket to its successor. @returns whether there was anything */
  takeOver(gone: number, ticketId: number): boolean;
  /** Commands of a version of this program that we do not understand are put aside. @returns how many */
  quarantine(): number;
}

interface WaitingCommands {
  /** Tickets with commands that wait. */
  waitingTickets(): Set<number>;
  /** Scheduled messages with commands that wait. */
  waitingSchedules(): Set<string>;
  /** Own messages of these tickets that the server does not have. */
  deliveries(ticketIds: readonly number[]): Map<string, 'queued' | 'failed'>;
  /** Files that commands of this ticket, held ones aside, wait for. */
  uploads(ticketId: number): string[];
  /** Files that commands of any state name. */
  files(): string[];
}

export function createQueue(db: Database, overtaken: Overtaken): Queue {
  const sql = prepareOutbox(db);
  const numbering = createNumbering(sql);

  return {
    ...numbering,
    ...createRefusals(sql, overtaken),
    ...createHeldCommands(sql),
    ...createWaitingCommands(sql),
    size: () => sql.size.get() ?? 0,
    projected: (concerns = () => true) =>
      sql.projected
        .all()
        .filter((row) => concerns(row.ticket_id))
        .map(projectedOf),
    ready(limit, underWay = []) {
      const without = JSON.stringify(underWay);
      const sentBefore = sql.sentBefore.all(without, limit);
      return [...sentBefore, ...sql.unsent.all(without, limit - sentBefore.length)];
    },
    nextUpload: (after = 0) => sql.nextUpload.get(after) ?? null,
    uploaded: (position) => void sql.uploaded.run(position),

    add(command) {
      const { name, args, file } = command;
      if (DECISIONS.has(name) && 'ticketId' in args) overtaken.forget(args.ticketId);
      insert(sql, command);
      return { command, file, refusedWith: null };
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
      if (unreadable.some((row) => row.seq !== null)) numbering.renumber();
      return unreadable.length;
    },
  };
}

function createWaitingCommands(sql: OutboxStatements): WaitingCommands {
  return {
    waitingTickets: () => new Set(sql.waitingTickets.all()),
    waitingSchedules: () => new Set(sql.waitingSchedules.all()),
    deliveries: (ticketIds) =>
      new Map(
        [...new Set(ticketIds)]
          .flatMap((ticketId) => sql.messagesOf.all(ticketId))
          .map((row) => [row.message_id, row.state === 'queued' ? 'queued' : 'failed']),
      ),
    uploads: (ticketId) => sql.uploads.all(ticketId),
    files: () => sql.files.all(),
  };
}

function insert(sql: OutboxStatements, command: NewCommand): void {
  const { name, args, at, file, isThere = false, holdUntil = null } = command;
  const send = name === 'message.send' ? MUTATIONS[name].args.parse(args) : null;
  const forward = name === 'message.forward' ? MUTATIONS[name].args.parse(args) : null;
  const note = name === 'note.add' ? MUTATIONS[name].args.parse(args) : null;
  const said = name === 'chat.send' ? MUTATIONS[name].args.parse(args) : null;
  const plannedFile = name === 'schedule.create' || name === 'schedule.update' ? file?.id : undefined;
  sql.insert.run(
    name,
    JSON.stringify(args),
    at,
    'ticketId' in args ? args.ticketId : null,
    (send ?? forward ?? note ?? said)?.id ?? null,
    file && JSON.stringify(file),
    isThere ? null : (send?.mediaId ?? said?.mediaId ?? plannedFile ?? null),
    holdUntil,
  );
}

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
