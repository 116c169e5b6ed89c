import { CHAT_TAIL } from '../../features/chats/chat-reads.ts';
import type { Store } from '../store/store.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { createRecentMessages } from './recent-messages.ts';

/** Fetches the newest messages of tickets and chats that are followed and have none here. */
export interface Tails {
  addTickets(ticketIds: readonly number[]): void;
  /** What is said in a chat before its person follows it: after a bootstrap, and when the person comes into it. */
  addChats(): void;
  /** Adds whatever is missing now. */
  addAll(): void;
  clear(): void;
}

const TAIL_MESSAGES = 30;
const MAX_TAILS = 100;

export function createTails(
  store: Store,
  pages: Pick<PageFetcher, 'fetchMessages' | 'fetchChatMessages'>,
): Tails {
  const tickets = createRecentMessages((ticketId) => pages.fetchMessages(ticketId, null, TAIL_MESSAGES));
  const chats = createRecentMessages(fetchChatTail);

  const missingChats = () => store.chats.missingTails(MAX_TAILS);

  function fetchChatTail(chatId: number): Promise<unknown> {
    const missing = missingChats().find((one) => one.chatId === chatId);
    return missing ? pages.fetchChatMessages(chatId, missing.before, CHAT_TAIL) : Promise.resolve();
  }

  const addChats = () => chats.add(missingChats().map(({ chatId }) => chatId));

  return {
    addTickets: tickets.add,
    addChats,
    addAll() {
      tickets.add(store.missingTails(MAX_TAILS));
      addChats();
    },
    clear() {
      tickets.clear();
      chats.clear();
    },
  };
}
