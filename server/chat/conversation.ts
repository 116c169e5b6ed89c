import type { ChatMessage, ShopPresence, WelcomeFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';

/** What was said, as the server tells it. */
export interface Conversation {
  /** A welcome came: what is here is what there is. */
  isLoaded: boolean;
  messages: ChatMessage[];
  /** Where older ones begin; null: there are none. */
  before: string | null;
  position: string | null;
  shop: ShopPresence;
  /** Nothing is asked before the conversation begins. */
  isKnown: boolean;
  typing: TypingState;
}

export const emptyConversation = (shop: ShopPresence): Conversation => ({
  isLoaded: false,
  messages: [],
  before: null,
  position: null,
  shop,
  isKnown: false,
  typing: 'paused',
});

export function welcomed(conversation: Conversation, frame: WelcomeFrame): Conversation {
  const { goesOn, messages, position, shop, isKnown } = frame;
  return {
    ...conversation,
    isLoaded: true,
    messages: goesOn ? merge(conversation.messages, messages) : messages,
    before: goesOn ? conversation.before : frame.before,
    position,
    shop,
    isKnown,
  };
}

/** Messages that are known already change where they stand; others come at the end. */
export function merge(known: readonly ChatMessage[], news: readonly ChatMessage[]): ChatMessage[] {
  const newer = new Map(news.map((message) => [message.id, message]));
  const changed = known.map((message) => newer.get(message.id) ?? message);
  const ids = new Set(known.map(({ id }) => id));
  return [...changed, ...[...newer.values()].filter(({ id }) => !ids.has(id))];
}

/** Older ones come before. */
export function putBefore(known: readonly ChatMessage[], older: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...older.filter(({ id }) => !ids.has(id)), ...known];
}

/** Which of the shop's messages have not come so far yet. */
export const notYet = (messages: readonly ChatMessage[], tick: 'delivered' | 'read'): string[] =>
  messages
    .filter((message) => message.from === 'shop' && message.tick !== 'read' && message.tick !== tick)
    .map(({ id }) => id);

export const ticked = (
  messages: readonly ChatMessage[],
  ids: readonly string[],
  tick: 'delivered' | 'read',
): ChatMessage[] => messages.map((message) => (ids.includes(message.id) ? { ...message, tick } : message));

export const unreadOf = (messages: readonly ChatMessage[]): number => notYet(messages, 'read').length;
