import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { Tone } from '../status-pill.tsx';

/** How it stands with a ticket, as people call it: whoever is with the bot does not wait. */
type TicketState = TicketItem['status'] | 'chatbot';

export const ticketState = ({ status, chatbot }: Pick<TicketItem, 'status' | 'chatbot'>): TicketState =>
  chatbot ? 'chatbot' : status;

export const TICKET_TONES: Record<TicketState, Tone> = {
  open: 'success',
  pending: 'warning',
  chatbot: 'neutral',
  closed: 'neutral',
};
