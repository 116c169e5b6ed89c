import type { NotificationSettings } from '@balcao/shared/features/preferences/notification-settings.ts';
import { silenceOf } from '@balcao/shared/features/preferences/silence.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';

type Concern = Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId' | 'chatbot'>;

interface Circumstances {
  userId: number;
  settings: NotificationSettings;
  /** Tickets on a screen that the person looks at. */
  seen: ReadonlySet<number>;
  now: Date;
}

/** Whether news of a ticket may disturb this agent now. The messages count as unread all the same. */
export function mayDisturb(ticket: Concern, { userId, settings, seen, now }: Circumstances): boolean {
  if (!isAbout(ticket, userId) || seen.has(ticket.id)) return false;
  if (ticket.queueId !== null && settings.mutedQueueIds.includes(ticket.queueId)) return false;
  return silenceOf(settings, now) === null;
}

/**
 * Waiting for anybody, or mine: the bell of the screen lists the same. What waits and may not be accepted by this person
 * never comes here. A colleague's conversation is the colleague's, and a bot's is the bot's.
 */
export const isAbout = (ticket: Pick<Concern, 'status' | 'userId' | 'chatbot'>, userId: number): boolean =>
  (ticket.status === 'pending' && !ticket.chatbot) || (ticket.status === 'open' && ticket.userId === userId);

/** Up to so many tickets in so short a time are notified one by one; more of them in a summary. */
export const BURST_TICKETS = 3;
export const BURST_MS = 5_000;

/** Whether one more would be a flood. `shownAt`: when those before were shown, in any order. */
export const floods = (shownAt: readonly number[], now: number): boolean =>
  shownAt.filter((at) => now - at < BURST_MS).length >= BURST_TICKETS;
