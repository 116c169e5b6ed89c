import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';

/** An id begins, null ends; what is absent stays. */
export interface BotWish {
  useIntegration?: boolean | undefined;
  promptId?: number | null | undefined;
  integrationId?: number | null | undefined;
}

/** What answers in an agent's place: a module that needs tickets itself, so it is handed in. */
export interface TicketBot {
  /** What answers in this queue by itself begins in the ticket that was moved there. */
  startOwn(tx: Tx, companyId: number, ticketId: number, queueId: number, at: Date): Promise<void>;
  /** Whether what is wished for is there. ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND. */
  assertResponders(tx: Tx, companyId: number, wish: BotWish): Promise<void>;
  /** The same errors. */
  setResponder(tx: Tx, actor: Actor, ticketId: number, wish: BotWish, at: Date): Promise<void>;
}
