import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import type { Tone } from '../status-pill.tsx';

export const TICKET_TONES: Record<TicketItem['status'], Tone> = {
  open: 'success',
  pending: 'warning',
  closed: 'neutral',
};
