import { useEffect } from 'react';
import { useBridge, useBridgeEvent, useLine } from '../../../renderer/kit/bridge-context.tsx';
import { useTyping } from '../../../renderer/kit/use-typing.ts';
import { useWriting } from '../../../renderer/kit/use-writing.ts';

/** Shows the other members that the person types or records in this chat. */
export function useOwnTyping(chatId: number) {
  const bridge = useBridge();
  const line = useLine();
  const { typing, ...notice } = useTyping();
  useEffect(() => {
    if (!line) return;
    bridge.invoke('chats.presence', { chat: { id: chatId, typing } }).catch(() => {});
  }, [bridge, line, chatId, typing]);
  useEffect(
    () => () => {
      bridge.invoke('chats.presence', { chat: null }).catch(() => {});
    },
    [bridge],
  );
  return notice;
}

/** Which other members type or record in this chat, by person. */
export function useTypingOthers(chatId: number) {
  const { writing, hear } = useWriting(chatId);
  useBridgeEvent('conversation.presence', (news) => {
    if (news.topic === 'chat-typing' && news.data.chatId === chatId) hear(news.data.userId, news.data.state);
  });
  return writing;
}
