import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';

/** Later than any deadline (ms): tickets in which none runs sort behind the others, the newest message first. */
export const NOTHING_DUE = 1e14;

/** When the first of a ticket's deadlines ends, as lists sort by it: none runs while nobody waits for us. */
export const dueAtOf = ({
  deadlines: [first],
  waitingSince,
  status,
  snoozedUntil,
  lastMessageAt,
}: TicketRow): number =>
  first && waitingSince !== null && status !== 'closed' && snoozedUntil === null
    ? Date.parse(first.dueAt)
    : NOTHING_DUE * 2 - Date.parse(lastMessageAt);
