import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';

/** Told on the bus between the processes of consoles and those of sessions; may be lost. */

/** The customer of a ticket writes. */
export const CUSTOMER_TYPING = 'customer-typing';
/** The agent of a ticket writes, and its customer may be shown so. */
export const AGENT_TYPING = 'agent-typing';

export interface TicketTyping {
  companyId: number;
  ticketId: number;
  state: TypingState;
}
