import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { NoticeBoard } from '../../core/notify/notice-board.ts';
import { type Clock, createTimer } from '../../core/sync/clock.ts';
import type { Notice } from '../../hosts/host.ts';
import { pathOf, type TicketConcern } from './ticket-concern.ts';
import { BURST_MS, BURST_TICKETS, floods } from './ticket-policy.ts';

interface Deps {
  board: NoticeBoard;
  concern: TicketConcern;
  /** The system's notifications can be answered. */
  canAnswer(): boolean;
  clock: Clock;
}

/** The key of the one notification that sums up many tickets. */
export const MANY = 'many';

/** Pending news of one ticket: the newest message, and the number of messages. Null: none since a bot handed it over. */
interface PendingNotice {
  message: MessageRow | null;
  count: number;
}

/** Keyed by ticket; null: the messages are unknown. */
type WithheldNotices = Map<number, PendingNotice | null>;

/** Notifies a person of tickets with news: each for itself, or many in a summary. */
export function createTicketNotices({ board, concern, canAnswer, clock }: Deps) {
  const single = createSingleNotices({ board, canAnswer, clock });
  /** Tickets in the last summary. */
  const together = new Set<number>();
  /** Handed over by a bot: news until somebody takes them, also when all in them is read. */
  const handedOver = new Set<number>();
  /** Tickets for the next summary. */
  const missed: WithheldNotices = new Map();
  const burst: WithheldNotices = new Map();
  const burstEnds = createTimer(clock);

  const isSettled = (id: number): boolean =>
    (concern.ticket(id)?.unreadMessages === 0 && !handedOver.has(id)) || concern.isDealtWith(id);

  /** A few are notified one by one. Tickets that were read or accepted meanwhile are no longer notified. */
  function tellTogether(held: WithheldNotices): void {
    const left = [...held].flatMap(([id, news]) => {
      const ticket = concern.ticket(id);
      return ticket && !isSettled(id) && concern.mayDisturb(ticket) ? [{ ticket, news }] : [];
    });
    held.clear();
    if (left.length === 0) return;
    const known = left.flatMap(({ ticket, news }) => (news ? [{ ticket, news }] : []));
    if (left.length <= BURST_TICKETS && known.length === left.length) {
      for (const { ticket, news } of known) single.tell(ticket, news);
      return;
    }
    for (const { ticket } of left) together.add(ticket.id);
    const names = left.map(({ ticket }) => ticket.contact.name);
    board.show({ key: MANY, path: '/tickets', ...board.words().ofMany(names), answer: null });
  }

  function came(ticket: TicketRow, notice: PendingNotice, wasMissed: boolean): void {
    if (wasMissed) {
      hold(missed, ticket.id, notice);
    } else if (!single.isShown(ticket.id) && (burst.size > 0 || single.wouldFlood())) {
      if (burst.size === 0) burstEnds.set(BURST_MS, () => tellTogether(burst));
      hold(burst, ticket.id, notice);
    } else {
      const item = concern.ticket(ticket.id);
      if (item) single.tell(item, notice);
    }
  }

  return {
    incoming(ticket: TicketRow, message: MessageRow, wasMissed: boolean): void {
      if (concern.mayDisturb(ticket)) came(ticket, { message, count: 1 }, wasMissed);
    },
    handedOver(ticket: TicketRow, wasMissed: boolean): void {
      if (!concern.mayDisturb(ticket)) return;
      handedOver.add(ticket.id);
      came(ticket, { message: null, count: 0 }, wasMissed);
    },
    resynced(ticketIds: readonly number[]): void {
      for (const id of ticketIds) if (!missed.has(id)) missed.set(id, null);
    },
    caughtUp(): void {
      if (missed.size > 0) tellTogether(missed);
    },
    review(): void {
      for (const id of handedOver)
        if (concern.ticket(id)?.status !== 'pending' || concern.isDealtWith(id)) handedOver.delete(id);
      single.review(isSettled);
      if (together.size > 0 && [...together].every(isSettled)) {
        together.clear();
        board.withdraw(MANY);
      }
    },
    stop(): void {
      burstEnds.clear();
      if (together.size > 0) board.withdraw(MANY);
      single.stop();
    },
  };
}

/** Tickets that are notified one by one. */
function createSingleNotices({ board, canAnswer, clock }: Omit<Deps, 'concern'>) {
  const shown = new Map<number, { key: string; count: number }>();
  let shownAt: number[] = [];

  return {
    isShown: (ticketId: number) => shown.has(ticketId),
    wouldFlood: () => floods(shownAt, clock.now()),
    tell(ticket: TicketItem, { message, count }: PendingNotice): void {
      const before = shown.get(ticket.id);
      if (!before) shownAt = [...shownAt.filter((at) => clock.now() - at < BURST_MS), clock.now()];
      const all = (before?.count ?? 0) + count;
      shown.set(ticket.id, { key: ticket.uuid, count: all });
      const text = board.words();
      const name = ticket.contact.name;
      board.show({
        key: ticket.uuid,
        path: pathOf(ticket),
        ...(message ? text.ofTicket(name, message, all) : text.ofHandOver(name)),
        answer: canAnswer() ? answerOf(ticket, text) : null,
      });
    },
    review(isSettled: (ticketId: number) => boolean): void {
      for (const [id, { key }] of shown) {
        if (!isSettled(id)) continue;
        shown.delete(id);
        board.withdraw(key);
      }
    },
    stop(): void {
      for (const { key } of shown.values()) board.withdraw(key);
    },
  };
}

function answerOf(
  { uuid, status }: TicketItem,
  { accept, reply, snooze }: ReturnType<NoticeBoard['words']>,
): Notice['answer'] {
  return { ticketUuid: uuid, reply, snooze, accept: status === 'pending' ? accept : null };
}

function hold(held: WithheldNotices, ticketId: number, { message, count }: PendingNotice): void {
  const before = held.get(ticketId);
  held.set(ticketId, { message: message ?? before?.message ?? null, count: (before?.count ?? 0) + count });
}
