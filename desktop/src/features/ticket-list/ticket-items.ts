import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { Overlay } from '../../core/outbox/overlay.ts';
import type { Queue } from '../../core/outbox/queue.ts';
import type { Rows } from '../../core/store/rows.ts';

/** Makes tickets what lists show of them. */
export interface TicketItems {
  of(ticket: TicketRow, marks: Marks): TicketItem;
  /** The marks are valid for as long as nothing is written. */
  marks(): Marks;
}

/** What an item shows that is no part of the ticket's row. */
interface Marks {
  waiting: ReadonlySet<number>;
  pinned: ReadonlySet<number>;
}

interface Deps {
  rows: Rows;
  overlay: Overlay;
  queue: Queue;
  pinned(): ReadonlySet<number>;
}

export function createTicketItems({ rows, overlay, queue, pinned: pins }: Deps): TicketItems {
  return {
    marks: () => ({ waiting: queue.waitingTickets(), pinned: pins() }),
    of(ticket, { waiting, pinned }) {
      const contact = overlay.get('contact', ticket.contactId);
      const ticketQueue = ticket.queueId === null ? undefined : rows.get('queue', ticket.queueId);
      const user = ticket.userId === null ? undefined : rows.get('user', ticket.userId);
      const whatsapp = rows.get('connection', ticket.whatsappId);
      return {
        ...ticket,
        contact: {
          id: ticket.contactId,
          name: contact?.name ?? '',
          number: contact?.number ?? '',
          email: contact?.email ?? '',
          profilePicUrl: contact?.profilePicUrl ?? null,
        },
        queue: ticketQueue ? { id: ticketQueue.id, name: ticketQueue.name, color: ticketQueue.color } : null,
        user: user ? { id: user.id, name: user.name } : null,
        // A tag that was deleted a moment ago may still be named by its tickets.
        tags: ticket.tagIds.flatMap((id) => rows.get('tag', id) ?? []),
        whatsapp: {
          id: ticket.whatsappId,
          name: whatsapp?.name ?? '',
          kind: whatsapp?.kind ?? 'whatsapp',
          channel: whatsapp?.channel ?? 'whatsapp',
          status: whatsapp?.status ?? 'DISCONNECTED',
          reason: whatsapp?.reason ?? null,
        },
        queued: waiting.has(ticket.id),
        pinned: pinned.has(ticket.id),
      };
    },
  };
}
