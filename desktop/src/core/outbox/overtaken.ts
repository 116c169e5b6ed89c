import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Database } from 'better-sqlite3';

/** A finishing that was refused because the customer had written first. */
export interface OvertakenClosing {
  /** Its place in the outbox. */
  position: number;
  at: string;
}

/** Tickets that were closed over messages that no agent had seen: they reopen, until their agent decides again. */
export interface Overtaken {
  of(ticketId: number): OvertakenClosing | null;
  /** Whether a command after `position` is the agent's last decision on the ticket. */
  isDecidedAnew(ticketId: number | null, position: number): boolean;
  /** Ends the matter. @returns whether there was one */
  forget(ticketId: number): boolean;
}

export const OVERTAKEN: ErrorCode = 'ERR_CUSTOMER_WROTE';

/** Commands with which an agent decides what becomes of a ticket. */
export const DECISIONS: ReadonlySet<MutationName> = new Set([
  'ticket.close',
  'ticket.reopen',
  'ticket.transfer',
  'ticket.return',
  'message.send',
  'macro.run',
]);

export function createOvertaken(db: Database): Overtaken {
  const overtaken = `state = 'rejected' and name = 'ticket.close' and code = '${OVERTAKEN}' and ticket_id = ?`;
  const of = db.prepare<[number], OvertakenClosing>(`select position, at from outbox where ${overtaken}`);
  const forget = db.prepare<[number]>(`delete from outbox where ${overtaken}`);
  const later = db.prepare<[number | null, number, string]>(
    `select 1 from outbox where ticket_id = ? and position > ? and state = 'queued'
       and name in (select value from json_each(?))`,
  );
  return {
    of: (ticketId) => of.get(ticketId) ?? null,
    isDecidedAnew: (ticketId, position) =>
      later.get(ticketId, position, JSON.stringify([...DECISIONS])) !== undefined,
    forget: (ticketId) => forget.run(ticketId).changes > 0,
  };
}
