import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { notificationTexts } from '../../core/notify/texts.ts';
import type { Notice } from '../../hosts/host.ts';

interface Deps {
  /** As the person sees them now. */
  chat(id: number): ChatItem | null;
  chatMessage(id: string): ChatMessageRow | null;
  /** Chats that the person looks at. */
  seen(): ReadonlySet<number>;
  isSilent(): boolean;
  words(): ReturnType<typeof notificationTexts>;
  show(notice: Notice): void;
  withdraw(key: string): void;
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
    if (!chat || deps.isSilent() || isSettled(chat.id)) return;
    shown.set(chat.id, keyOf(chat));
    deps.show({
      key: keyOf(chat),
      path: `/chats/${chat.uuid}`,
      ...deps.words().ofChat(chat, message),
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
        deps.withdraw(key);
      }
    },
    stop(): void {
      for (const key of shown.values()) deps.withdraw(key);
    },
  };
}
