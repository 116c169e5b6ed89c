import { type Urgency, urgencyAt } from '@balcao/shared/features/deadlines/deadline.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { NoticeBoard } from '../../core/notify/notice-board.ts';
import { type Clock, createTimer } from '../../core/sync/clock.ts';
import { pathOf, type TicketConcern } from './ticket-concern.ts';

interface Deps {
  board: NoticeBoard;
  concern: TicketConcern;
  /** Tickets with a deadline that runs. */
  due(): readonly TicketRow[];
  /** The server's time (ms). */
  serverNow(): number;
  clock: Clock;
}

type Told = Exclude<Urgency, 'calm'>;

/** A computer that slept, or a clock that was set, is noticed within an hour. */
const MAX_TIMER_MS = 3_600_000;

/** Notifies a person when a deadline that is theirs is near, and when it was missed: together what happens in one moment. */
export function createDeadlineNotices({ board, concern, due, serverNow, clock }: Deps) {
  const next = createTimer(clock);
  const keyOf = (told: Told) => `deadline:${told}`;
  /** The notification of each ticket. */
  const shown = new Map<number, string>();
  let lookedAt = serverNow();

  function look(): void {
    const at = serverNow();
    const before = lookedAt;
    lookedAt = Math.max(before, at);
    const tickets = due();
    for (const told of ['near', 'missed'] as const) {
      const passed = tickets.filter((ticket) =>
        ticket.deadlines.some((one) => urgencyAt(one, at) === told && urgencyAt(one, before) !== told),
      );
      tell(told, passed);
    }
    plan(tickets);
  }

  function tell(told: Told, tickets: readonly TicketRow[]): void {
    const known = tickets.filter(concern.mayDisturb).flatMap(({ id }) => concern.ticket(id) ?? []);
    const [only, ...others] = known;
    if (!only) return;
    const key = others.length === 0 ? only.uuid : keyOf(told);
    for (const { id } of known) shown.set(id, key);
    const text = board.words().ofDeadlines(
      told,
      known.map(({ contact }) => contact.name),
    );
    board.show({ key, path: others.length === 0 ? pathOf(only) : '/tickets', ...text, answer: null });
  }

  function plan(tickets: readonly TicketRow[]): void {
    const moments = tickets
      .flatMap(({ deadlines }) => deadlines.flatMap(({ nearAt, dueAt }) => [nearAt, dueAt]))
      .map(Date.parse)
      .filter((at) => at > lookedAt);
    next.clear();
    if (moments.length > 0) next.set(Math.min(Math.min(...moments) - lookedAt, MAX_TIMER_MS), look);
  }

  return {
    /** Deadlines are others now. */
    review(): void {
      plan(due());
      for (const [id, key] of shown) {
        if (!concern.isDealtWith(id) && concern.ticket(id)?.waitingSince) continue;
        shown.delete(id);
        if (![...shown.values()].includes(key)) board.withdraw(key);
      }
    },
    stop(): void {
      next.clear();
      for (const key of new Set(shown.values())) board.withdraw(key);
    },
  };
}
