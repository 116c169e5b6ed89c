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

/** An agent writes to somebody whose line another process holds. */
export const VISITOR_TYPING = 'visitor-typing';

export interface VisitorTyping {
  companyId: number;
  /** The names that the visitor is known by, as their identities have them. */
  people: string[];
  state: TypingState;
}
