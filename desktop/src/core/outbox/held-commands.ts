import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import { type OutboxRow, type OutboxStatements, ticketsOf } from './outbox-statements.ts';

/** A message that its author may still take back. */
export interface HeldMessage {
  args: MutationArgs<'message.send'>;
  until: number;
}

/** A ticket whose finishing or handing over its agent may still take back. */
export interface HeldDecision {
  ticketId: number;
  until: number;
}

/** Commands that are held back for the undo delay. */
export interface HeldCommands {
  /** Messages that are held back (of one ticket, or all), in their order. */
  held(ticketId: number | null): HeldMessage[];
  /** Ends the undo delay: the messages take their places at the end of the queue. @returns their tickets */
  release(messageIds: readonly string[]): number[];
  /** Takes held messages out again. */
  takeBack(messageIds: readonly string[]): void;
  decisions(): HeldDecision[];
  holdsDecision(ticketId: number): boolean;
  /** Ends the undo delay of a ticket's finishing or transfer. @returns whether there was one */
  releaseDecision(ticketId: number): boolean;
  /** Takes a held finishing or transfer out again. @returns whether there was one */
  takeBackDecision(ticketId: number): boolean;
}

export function createHeldCommands(sql: OutboxStatements): HeldCommands {
  const heldRows = (messageIds: readonly string[]) =>
    sql.held.all({ ticketId: null }).filter((row) => messageIds.includes(row.message_id ?? ''));

  /** They take their places at the end of the queue. */
  function requeue(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      sql.remove.run(row.position);
      const { name, args, at, ticket_id, message_id, file, needs_upload } = row;
      sql.insert.run(name, args, at, ticket_id, message_id, file, needs_upload, null);
    }
  }

  return {
    held: (ticketId) =>
      sql.held.all({ ticketId }).map((row) => ({ args: sendArgs(row), until: row.hold_until ?? 0 })),
    release(messageIds) {
      const rows = heldRows(messageIds);
      requeue(rows);
      return ticketsOf(rows);
    },
    takeBack(messageIds) {
      for (const row of heldRows(messageIds)) sql.remove.run(row.position);
    },
    decisions: () =>
      sql.decisions
        .all({ ticketId: null })
        .map((row) => ({ ticketId: row.ticket_id ?? 0, until: row.hold_until ?? 0 })),
    holdsDecision: (ticketId) => sql.decisions.get({ ticketId }) !== undefined,
    releaseDecision(ticketId) {
      const rows = sql.decisions.all({ ticketId });
      requeue(rows);
      return rows.length > 0;
    },
    takeBackDecision(ticketId) {
      const rows = sql.decisions.all({ ticketId });
      for (const row of rows) sql.remove.run(row.position);
      return rows.length > 0;
    },
  };
}

const sendArgs = ({ args }: OutboxRow) => JSON.parse(args) as MutationArgs<'message.send'>;
