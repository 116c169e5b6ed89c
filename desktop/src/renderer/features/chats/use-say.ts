import type { ChatItem } from '@balcao/shared/bridge/chats.ts';
import { MAX_MENTIONS } from '@balcao/shared/constants.ts';
import { findMentions } from '@balcao/shared/domain/mentions.ts';
import { v7 as uuidv7 } from 'uuid';
import { useBridge } from '../../kit/bridge-context.tsx';
import { useErrorToast } from '../../kit/toasts.tsx';
import { untilAnswered } from '../../kit/until-answered.ts';

interface Say {
  words(body: string): Promise<boolean>;
  file(mediaId: string): Promise<boolean>;
  change(id: string, body: string): Promise<boolean>;
}

/** Each says whether it is kept on this computer; a failure shows a toast, and the text stays where it is. */
export function useSay({ id: chatId, users }: ChatItem, userId: number): Say {
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
  const send = (content: { body: string; mediaId?: string; mentionedIds?: number[] }) => {
    const id = uuidv7();
    return kept(() => bridge.invoke('chats.send', { id, userId, chatId, ...content }));
  };
  const namedIn = (body: string) => {
    const others = users.filter((member) => member.userId !== userId).map(({ user }) => user);
    return [...new Set(findMentions(body, others).map((found) => found.userId))].slice(0, MAX_MENTIONS);
  };
  return {
    words: (body) => send({ body, mentionedIds: namedIn(body) }),
    file: (mediaId) => send({ body: '', mediaId }),
    change: (id, body) => kept(() => bridge.invoke('chats.edit', { id, chatId, body })),
  };
}
