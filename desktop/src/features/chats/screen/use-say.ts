import type { ChatItem, KeptChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatCard } from '@balcao/shared/features/chats/row.ts';
import { MAX_MENTIONS } from '@balcao/shared/features/mentions/limits.ts';
import { findMentions } from '@balcao/shared/features/mentions/rules.ts';
import { v7 as uuidv7 } from 'uuid';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { untilAnswered } from '../../../renderer/kit/until-answered.ts';

interface Say {
  /** `draft` is what is left of the chat's draft then. */
  words(chat: ChatItem, body: string, draft: KeptChatDraft): Promise<boolean>;
  file(chat: ChatItem, mediaId: string, draft: KeptChatDraft): Promise<boolean>;
  card(chat: ChatItem, card: ChatCard, body: string): Promise<boolean>;
  change(chat: ChatItem, id: string, body: string): Promise<boolean>;
}

interface Content {
  body: string;
  mediaId?: string;
  card?: ChatCard;
  draft?: KeptChatDraft;
}

/** Each says whether it is kept on this computer; a failure shows a toast, and the text stays where it is. */
export function useSay(userId: number): Say {
  const bridge = useBridge();
  const toastError = useErrorToast();
  const kept = (call: () => Promise<unknown>) =>
    untilAnswered(call).then(
      () => true,
      (error: unknown) => {
        toastError(error);
        return false;
      },
    );
  const namedIn = ({ users }: ChatItem, body: string) => {
    const others = users.filter((member) => member.userId !== userId).map(({ user }) => user);
    const named = findMentions(body, others).map((found) => found.userId);
    return [...new Set(named)].slice(0, MAX_MENTIONS);
  };
  const send = (chat: ChatItem, content: Content) => {
    const [id, mentionedIds] = [uuidv7(), namedIn(chat, content.body)];
    return kept(() => bridge.invoke('chats.send', { id, userId, chatId: chat.id, mentionedIds, ...content }));
  };
  return {
    words: (chat, body, draft) => send(chat, { body, draft }),
    file: (chat, mediaId, draft) => send(chat, { body: '', mediaId, draft }),
    card: (chat, card, body) => send(chat, { body, card }),
    change: (chat, id, body) => {
      const mentionedIds = namedIn(chat, body);
      return kept(() => bridge.invoke('chats.edit', { id, chatId: chat.id, body, mentionedIds }));
    },
  };
}
