import type { ErrorCode, ErrorParams } from '@balcao/shared/errors.ts';
import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Rejection } from './outbox.ts';
import { type OutboxRow, type OutboxStatements, ticketsOf } from './outbox-statements.ts';
import { OVERTAKEN, type Overtaken } from './overtaken.ts';

export interface Refusal {
  code: ErrorCode;
  params: ErrorParams;
}

interface Settled {
  rejections: Rejection[];
  /** Tickets whose rows or messages look different now. */
  ticketIds: number[];
  /** Something that was refused has not stayed: what it was about is gone. */
  hasLetGo: boolean;
}

/** What left the outbox. */
interface LetGo {
  ticketIds: number[];
  /** Files that only it may have named. */
  files: string[];
}

/** What becomes of commands that have an answer. A refused one of the agent stays, to be read and repeated. */
export interface Refusals {
  /**
   * The server has dealt with every command up to `acked`: applied ones go, refused messages stay as failed.
   * Harmless to repeat.
   */
  settle(acked: number, refusals: ReadonlyMap<number, Refusal>): Settled;
  refuse(position: number, refusal: Refusal): Settled;
  /** Refuses a held closing: the customer has written meanwhile. */
  overtakeClosing(ticketId: number): Settled;
  /** A refused message takes its place at the end of the queue again. @returns its ticket, null when there is none */
  retry(messageId: string, at: string): number | null;
  discard(messageId: string): number | null;
  /** These are gone for everybody: what was refused there cannot be read or repeated any more. */
  letGo(gone: { ticketIds: readonly number[]; contactIds: readonly number[] }): LetGo;
  /**
   * The same of what was written before that instant and is about what is not here: whoever was away for longer than the
   * server tells what is gone never hears of it.
   */
  letGoOld(before: string): LetGo;
}

/** What was to be marked as read may be gone: nobody has to know. */
const SILENT: ReadonlySet<MutationName> = new Set(['ticket.markRead', 'chat.read']);

export function createRefusals(sql: OutboxStatements, overtaken: Overtaken): Refusals {
  /** It is about what the feed has taken away already. */
  function isGone({ ticket_id, args }: OutboxRow, { code }: Refusal): boolean {
    if (code === 'ERR_NO_TICKET_FOUND') return ticket_id !== null && !sql.hasTicket.get(ticket_id);
    if (code !== 'ERR_NO_CONTACT_FOUND') return false;
    const { contactId = null } = JSON.parse(args) as { contactId?: number | null };
    return contactId !== null && !sql.hasContact.get(contactId);
  }

  function removeAll(rows: readonly OutboxRow[]): LetGo {
    for (const { position } of rows) sql.remove.run(position);
    const files = rows.flatMap(({ file }) => (file === null ? [] : (JSON.parse(file) as { id: string }).id));
    return { ticketIds: ticketsOf(rows), files };
  }

  function refuseRow(row: OutboxRow, refusal: Refusal): Rejection {
    const isOvertaken = row.name === 'ticket.close' && refusal.code === OVERTAKEN;
    const isSettled = isOvertaken && overtaken.isDecidedAnew(row.ticket_id, row.position);
    if (SILENT.has(row.name) || isSettled || isGone(row, refusal)) sql.remove.run(row.position);
    else sql.reject.run(refusal.code, JSON.stringify(refusal.params), row.position);
    return { name: row.name, ticketId: row.ticket_id, ...refusal };
  }

  function refuseAll(rows: readonly OutboxRow[], refusal: Refusal): Settled {
    const hasLetGo = rows.some((row) => isGone(row, refusal));
    return { rejections: rows.map((row) => refuseRow(row, refusal)), ticketIds: ticketsOf(rows), hasLetGo };
  }

  return {
    settle(acked, refusals) {
      const rows = sql.upTo.all(acked);
      const rejections = rows.flatMap((row) => {
        const refusal = refusals.get(Number(row.seq));
        if (refusal) return [refuseRow(row, refusal)];
        sql.remove.run(row.position);
        return [];
      });
      const hasLetGo = rows.some((row) => {
        const refusal = refusals.get(Number(row.seq));
        return refusal !== undefined && isGone(row, refusal);
      });
      return { rejections, ticketIds: ticketsOf(rows), hasLetGo };
    },
    refuse(position, refusal) {
      const row = sql.get.get(position);
      return refuseAll(row?.state === 'queued' && row.seq === null ? [row] : [], refusal);
    },
    overtakeClosing(ticketId) {
      const closings = sql.decisions.all({ ticketId }).filter(({ name }) => name === 'ticket.close');
      return refuseAll(closings, { code: OVERTAKEN, params: {} });
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
    letGo: ({ ticketIds, contactIds }) =>
      removeAll([
        ...ticketIds.flatMap((id) => sql.endedOfTicket.all(id)),
        ...contactIds.flatMap((id) => sql.endedOfContact.all(id)),
      ]),
    letGoOld: (before) => removeAll(sql.endedElsewhere.all(before)),
  };
}
