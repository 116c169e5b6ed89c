import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { NoticeBoard } from '../../core/notify/notice-board.ts';

interface Deps {
  board: NoticeBoard;
  /** These are as the person sees them now. */
  chat(id: number): ChatItem | null;
  chatMessage(id: string): ChatMessageRow | null;
  /** Chats that the person looks at. */
  seen(): ReadonlySet<number>;
}

const keyOf = ({ uuid }: ChatItem) => `chat-${uuid}`;

/** Notifies a person of what colleagues have said: one notification for each chat, until it is read. */
export function createChatNotices(deps: Deps) {
  /** The notification of each chat. */
  const shown = new Map<number, string>();
  /** What was said last in each while this console was not connected. */
  const missed = new Map<number, string>();

  const isSettled = (chatId: number): boolean =>
    (deps.chat(chatId)?.unread ?? 0) === 0 || deps.seen().has(chatId);

  function tell(id: string): void {
    const message = deps.chatMessage(id);
    const chat = message && deps.chat(message.chatId);
    if (!chat || deps.board.isSilent() || isSettled(chat.id)) return;
    shown.set(chat.id, keyOf(chat));
    deps.board.show({
      key: keyOf(chat),
      path: `/chats/${chat.uuid}`,
      ...deps.board.words().ofChat(chat, message),
      answer: null,
    });
  }

  return {
    /** `wasMissed`: it came while this console was not connected. */
    came(id: string, wasMissed: boolean): void {
      const chatId = deps.chatMessage(id)?.chatId;
      if (wasMissed && chatId !== undefined) missed.set(chatId, id);
      else tell(id);
    },
    caughtUp(): void {
      const last = [...missed.values()];
      missed.clear();
      for (const id of last) tell(id);
    },
    review(): void {
      for (const [chatId, key] of shown) {
        if (!isSettled(chatId)) continue;
        shown.delete(chatId);
        deps.board.withdraw(key);
      }
    },
    stop(): void {
      for (const key of shown.values()) deps.board.withdraw(key);
    },
  };
}
