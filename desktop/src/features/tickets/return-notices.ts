import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { NoticeBoard } from '../../core/notify/notice-board.ts';
import { type Clock, createTimer } from '../../core/sync/clock.ts';
import { pathOf, type TicketConcern } from './ticket-concern.ts';
import { BURST_MS } from './ticket-policy.ts';

interface Deps {
  board: NoticeBoard;
  concern: TicketConcern;
  clock: Clock;
}

/** The key of the one notification of several tickets that came back. */
const BACK = 'back';

/** Notifies a person of tickets whose time has brought them back: together, for many are put off until the same hour. */
export function createReturnNotices({ board, concern, clock }: Deps) {
  /** Tickets that came back, to be notified together. */
  const back = new Set<number>();
  const backEnds = createTimer(clock);
  /** The notification of each that was. */
  const shown = new Map<number, string>();

  function tell(): void {
    const left = [...back].flatMap((id) => {
      const ticket = concern.ticket(id);
      return ticket && concern.mayDisturb(ticket) ? [ticket] : [];
    });
    back.clear();
    const [only, ...others] = left;
    if (!only) return;
    const text = board.words().ofReturn(left.map(({ contact }) => contact.name));
    const key = others.length === 0 ? only.uuid : BACK;
    for (const { id } of left) shown.set(id, key);
    board.show({ key, path: others.length === 0 ? pathOf(only) : '/tickets', ...text, answer: null });
  }

  return {
    came(ticket: TicketRow): void {
      if (!concern.mayDisturb(ticket)) return;
      if (back.size === 0) backEnds.set(BURST_MS, tell);
      back.add(ticket.id);
    },
    review(): void {
      for (const [id, key] of shown) {
        if (!concern.isDealtWith(id)) continue;
        shown.delete(id);
        if (![...shown.values()].includes(key)) board.withdraw(key);
      }
    },
    stop(): void {
      backEnds.clear();
      for (const key of new Set(shown.values())) board.withdraw(key);
    },
  };
}
