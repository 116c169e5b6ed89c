import type { ChatItem, ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { bridgeKey } from '../../../renderer/kit/bridge-query.ts';
import { dayKey, useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChatBubble } from './chat-bubble.tsx';
import classes from './chat-log.module.css';
import { useChatParts } from './chat-parts.ts';

const PAGE = 50;
/** Older messages are loaded before one gets to see that they were missing. */
const LOAD_OLDER_PX = 600;
const MAX_MESSAGES = 5_000;

interface Props {
  chat: ChatItem;
  userId: number;
  onEdit(message: ChatMessageItem): void;
}

/** What was said, the newest at the bottom: the list grows upwards and stays where one reads. */
export function ChatLog({ chat, userId, onEdit }: Props) {
  const { t } = useTexts();
  const { Gallery } = useChatParts();
  const sought = useSoughtNumber();
  const [limit, setLimit] = useState(PAGE);
  // As far back as the place to which a search has led.
  const wanted = sought === null ? limit : Math.max(limit, chat.lastNumber - sought + PAGE);
  const { data, isFetching } = useChatMessages(chat.id, Math.min(wanted, MAX_MESSAGES));
  const { messages = [], hasMore = false, incomplete = false } = data ?? {};
  const log = useRef<HTMLDivElement>(null);
  const seenBefore = useSeenBefore(chat, userId);
  useJump(log, messages, sought);
  const more = () => setLimit(Math.min(wanted + PAGE, MAX_MESSAGES));

  const onScroll = ({
    currentTarget: { scrollHeight, clientHeight, scrollTop },
  }: React.UIEvent<HTMLElement>) => {
    // The list is drawn from below: its place is counted from there, downwards.
    const above = scrollHeight - clientHeight - Math.abs(scrollTop);
    if (above < LOAD_OLDER_PX && hasMore && !incomplete && !isFetching) more();
  };
  const firstUnread = messages.find(({ number, senderId }) => number > seenBefore && senderId !== userId)?.id;

  return (
    <div ref={log} className={classes.log} onScroll={onScroll}>
      <ol className={classes.messages}>
        {incomplete ? (
          <li className={classes.note}>{t('chats:offlineEarlier')}</li>
        ) : hasMore ? (
          <li className={classes.note}>
            <Button size="compact-sm" variant="subtle" loading={isFetching} onClick={more}>
              {t('chats:earlier')}
            </Button>
          </li>
        ) : null}
        {data && messages.length === 0 && !incomplete ? (
          <li className={classes.note}>
            <Text size="sm" c="dimmed">
              {t('chats:noMessages')}
            </Text>
          </li>
        ) : null}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            <DayLine message={message} before={messages[index - 1]} />
            {message.id === firstUnread ? (
              <li className={classes.unreadLine}>
                <span>{t('chats:unreadLine')}</span>
              </li>
            ) : null}
            <ChatBubble
              chat={chat}
              message={message}
              userId={userId}
              continues={continues(message, messages[index - 1])}
              onEdit={onEdit}
            />
          </Fragment>
        ))}
      </ol>
      <Gallery rows={messages.map((message) => ({ message: { ...message, body: message.message } }))} />
    </div>
  );
}

/** While more is loaded, what is there stays on the screen. */
function useChatMessages(chatId: number, limit: number) {
  const bridge = useBridge();
  return useQuery({
    queryKey: bridgeKey('chats.messages', { chatId, limit }),
    queryFn: () => bridge.invoke('chats.messages', { chatId, limit }),
    placeholderData: keepPreviousData,
  });
}

/** The number up to which the person had read when the chat was opened. */
function useSeenBefore({ users, lastNumber, unread }: ChatItem, userId: number): number {
  const [number] = useState(() => {
    const own = users.find((member) => member.userId === userId);
    return unread > 0 ? (own?.readNumber ?? lastNumber) : Number.POSITIVE_INFINITY;
  });
  return number;
}

/** `?m=` names the message to which a search has led. */
function useSoughtNumber(): number | null {
  const number = Number(new URLSearchParams(useSearch()).get('m'));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

function useJump(
  log: React.RefObject<HTMLDivElement | null>,
  messages: readonly ChatMessageItem[],
  sought: number | null,
): void {
  const isHere = messages.some(({ number }) => number === sought);
  useEffect(() => {
    if (sought === null || !isHere) return;
    const bubble = log.current?.querySelector<HTMLElement>(`[data-number="${sought}"]`);
    bubble?.scrollIntoView({ block: 'center' });
    bubble?.setAttribute('data-found', 'true');
    return () => bubble?.removeAttribute('data-found');
  }, [log, sought, isHere]);
}

/** Said by the same person within a few minutes: it stands closer. */
const CONTINUES_MS = 5 * 60_000;
const continues = (message: ChatMessageItem, before: ChatMessageItem | undefined): boolean =>
  before !== undefined &&
  before.senderId === message.senderId &&
  before.sender.name === message.sender.name &&
  Date.parse(message.createdAt) - Date.parse(before.createdAt) < CONTINUES_MS;

function DayLine({ message, before }: { message: ChatMessageItem; before: ChatMessageItem | undefined }) {
  const { t } = useTexts();
  const format = useFormat();
  if (before && dayKey(before.createdAt) === dayKey(message.createdAt)) return null;
  const words = { today: t('common:today'), yesterday: t('common:yesterday') };
  return <li className={classes.day}>{format.day(message.createdAt, words)}</li>;
}
