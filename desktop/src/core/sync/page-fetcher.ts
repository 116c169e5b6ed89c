import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PageFrame } from '@balcao/shared/sync/frames.ts';
import { crashAt } from '../failpoints.ts';
import type { Store } from '../store/store.ts';
import type { Connection } from './connection.ts';
import type { Interest } from './interest.ts';
import { WELCOMED } from './machine.ts';
import type { PageRequest, Requests } from './requests.ts';

/** Brings what the cache does not hold into the store; read it there. */
export interface PageFetcher {
  /**
   * Brings older (`before` null: the newest) messages of the ticket's contact into the store.
   * @throws AppError ERR_OFFLINE without a connection, ERR_SERVER_UNREACHABLE when no answer comes, or the server's code
   */
  fetchMessages(ticketId: number, before: MessageKey | null, limit: number): Promise<{ hasMore: boolean }>;
  /** Brings messages of a chat before a number (null: the newest) into the store. @throws as `fetchMessages` */
  fetchChatMessages(chatId: number, before: number | null, limit: number): Promise<{ hasMore: boolean }>;
  /** Brings closed tickets, newest first, into the store. @throws as `fetchMessages` */
  fetchClosedTickets(
    before: { lastMessageAt: string; id: number } | null,
    limit: number,
  ): Promise<{ hasMore: boolean }>;
  /** Brings one ticket into the store. @throws as `fetchMessages`, ERR_NO_TICKET_FOUND */
  fetchTicket(uuid: string): Promise<void>;
  /** Stores a page that has come, and answers whoever asked for it. */
  receive(page: PageFrame): void;
}

interface Deps {
  store: Store;
  connection: Connection;
  interest: Interest;
  requests: Requests;
}

export function createPageFetcher({ store, connection, interest, requests }: Deps): PageFetcher {
  function ask(request: PageRequest): Promise<PageFrame> {
    if (!WELCOMED.includes(connection.state())) return Promise.reject(new AppError('ERR_OFFLINE'));
    return requests.ask(request);
  }

  return {
    async fetchMessages(ticketId, before, limit) {
      for (;;) {
        const { reqId, hasMore } = await ask({ what: 'messages', ticketId, before, limit });
        if (!interest.isLater(ticketId, reqId)) return { hasMore };
      }
    },
    async fetchChatMessages(chatId, before, limit) {
      const { hasMore } = await ask({ what: 'chatMessages', chatId, before, limit });
      return { hasMore };
    },
    async fetchClosedTickets(before, limit) {
      const { hasMore } = await ask({ what: 'closedTickets', before, limit });
      return { hasMore };
    },
    async fetchTicket(uuid) {
      await ask({ what: 'ticket', uuid });
    },
    receive(page) {
      const waiting = requests.take(page.reqId);
      if (!waiting) return;
      if (page.code) {
        waiting.reject(new AppError(page.code));
        return;
      }
      if (waiting.frame.what === 'messages') interest.answered(waiting.frame.ticketId, page.reqId);
      try {
        store.applyPage(page, waiting.frame, { interest: interest.confirmed() });
        crashAt('history.stored');
      } catch (error) {
        waiting.reject(error);
        throw error;
      }
      waiting.resolve(page);
    },
  };
}
