import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { MessageRow, TicketRow } from '@balcao/shared/sync/entities.ts';
import type { Host } from '../../hosts/host.ts';

/** Decides what is worth disturbing somebody for. */
export interface Notifier {
  incoming(news: { ticket: TicketRow; message: MessageRow }): void;
  /** The tickets on a screen: their messages are being read already. */
  setOpenTickets(ticketIds: readonly number[]): void;
  /** Shows the number of unread tickets outside the window. */
  refreshBadge(): void;
}

interface Deps {
  host: Pick<Host, 'notify' | 'setBadge'>;
  userId: number;
  contactName(ticketId: number): string;
  unreadTickets(): number;
  emit(shown: EventData<'notification.shown'>): void;
  now(): number;
}

/** A chatty customer rings once, not at every line. */
const SOUND_EVERY_MS = 2_000;
/** What a notification has room for. */
const BODY_CHARS = 200;

export function createNotifier({ host, userId, contactName, unreadTickets, emit, now }: Deps): Notifier {
  let openTickets: ReadonlySet<number> = new Set();
  let lastSound = Number.NEGATIVE_INFINITY;
  let badge: number | null = null;

  return {
    incoming({ ticket, message }) {
      if (!concerns(ticket, userId) || openTickets.has(ticket.id)) return;
      const sound = now() - lastSound >= SOUND_EVERY_MS;
      if (sound) lastSound = now();
      const title = contactName(ticket.id);
      const body = preview(ticket, message);
      emit({ ticketId: ticket.id, ticketUuid: ticket.uuid, title, body, sound });
      host.notify({ ticketUuid: ticket.uuid, title, body });
    },
    setOpenTickets(ticketIds) {
      openTickets = new Set(ticketIds);
    },
    refreshBadge() {
      const count = unreadTickets();
      if (count === badge) return;
      badge = count;
      host.setBadge(count);
    },
  };
}

/** Waiting for anybody, or mine. A colleague's conversation is the colleague's. */
const concerns = (ticket: TicketRow, userId: number): boolean =>
  ticket.status === 'pending' || (ticket.status === 'open' && ticket.userId === userId);

/** Bodies of other kinds (locations, cards) are for programs; the ticket's line is for people. */
function preview(ticket: TicketRow, message: MessageRow): string {
  const text = message.mediaType === 'chat' ? message.body : ticket.lastMessage;
  const author = message.participantName ? `${message.participantName}: ` : '';
  return (author + text).slice(0, BODY_CHARS);
}
