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

/** What is said of those that came back, and of those that were given. */
const WORDS = { back: 'ofReturn', given: 'ofGiven' } as const;

/**
 * Notifies a person of tickets that come to them without a word of their customers: because their time has brought them
 * back, or somebody gives them. Together, for many are put off until the same hour.
 *
 * @param manyKey of the one notification of several
 */
export function createGatheredNotices({ board, concern, clock }: Deps, manyKey: keyof typeof WORDS) {
  /** To be notified together. */
  const gathered = new Set<number>();
  const gatheringEnds = createTimer(clock);
  /** The notification of each that was. */
  const shown = new Map<number, string>();

  function tell(): void {
    const left = [...gathered].flatMap((id) => {
      const ticket = concern.ticket(id);
      return ticket && concern.mayDisturb(ticket) ? [ticket] : [];
    });
    gathered.clear();
    const [only, ...others] = left;
    if (!only) return;
    const text = board.words()[WORDS[manyKey]](left.map(({ contact }) => contact.name));
    const key = others.length === 0 ? only.uuid : manyKey;
    for (const { id } of left) shown.set(id, key);
    board.show({ key, path: others.length === 0 ? pathOf(only) : '/tickets', ...text, answer: null });
  }

  return {
    came(ticket: TicketRow): void {
      if (!concern.mayDisturb(ticket)) return;
      if (gathered.size === 0) gatheringEnds.set(BURST_MS, tell);
      gathered.add(ticket.id);
    },
    review(): void {
      for (const [id, key] of shown) {
        if (!concern.isDealtWith(id)) continue;
        shown.delete(id);
        if (![...shown.values()].includes(key)) board.withdraw(key);
      }
    },
    stop(): void {
      gatheringEnds.clear();
      for (const key of new Set(shown.values())) board.withdraw(key);
    },
  };
}
