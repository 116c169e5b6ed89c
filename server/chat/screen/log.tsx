/** @jsxImportSource preact */
import type { ChatMessage } from '@balcao/shared/features/web-chat/protocol.ts';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from './context.ts';
import { MessageItem, OwnItem, Said } from './message.tsx';

/** So near to its end the conversation follows what is new. */
const NEAR_PX = 80;

export function Log() {
  const { chat, state, said, words, language } = useChat();
  const own = state.own.filter(({ frame }) => !state.messages.some(({ id }) => id === frame.id));
  const scroller = useScroller(state.messages[0]?.id, own.length);
  const isEmpty = state.messages.length + own.length === 0;
  const isWaiting = !state.isLoaded && state.hasBeenHere;
  const newest = own.length === 0 ? state.messages.at(-1) : undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls by keys
    <div ref={scroller} class="log" role="log" aria-label={words.conversation} tabIndex={0}>
      {state.before && (
        <button type="button" class="quiet-button" disabled={state.isAsking} onClick={chat.askEarlier}>
          {words.earlier}
        </button>
      )}
      {isWaiting && <p class="muted">{words.loading}</p>}
      {isEmpty && !isWaiting && (
        <Said by={null} from="shop">
          <p>{state.shop.isOpen ? said.greeting : said.closed}</p>
        </Said>
      )}
      <ol>
        {state.messages.map((message, index) => (
          <MessageItem
            key={message.id}
            message={message}
            day={newDay(message, state.messages[index - 1], language, words)}
            isNewest={message === newest}
          />
        ))}
        {own.map((message) => (
          <OwnItem key={message.frame.id} message={message} />
        ))}
      </ol>
      {state.typing !== 'paused' && (
        <p class="typing">
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {state.typing === 'recording' ? words.recordingVoice : words.typing}
        </p>
      )}
    </div>
  );
}

/**
 * The conversation stays at its end, unless somebody reads above; older messages that come before leave what is read
 * where it is.
 */
function useScroller(oldest: string | undefined, ownCount: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ oldest, ownCount, height: 0, isAtEnd: true });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const before = place.current;
    const hasOlder = before.oldest !== undefined && oldest !== before.oldest;
    if (hasOlder && !before.isAtEnd) element.scrollTop += element.scrollHeight - before.height;
    else if (before.isAtEnd || ownCount > before.ownCount) element.scrollTop = element.scrollHeight;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    place.current = { oldest, ownCount, height: element.scrollHeight, isAtEnd: left < NEAR_PX };
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const noteEnd = () => {
      place.current.isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    const follow = () => {
      if (place.current.isAtEnd) element.scrollTop = element.scrollHeight;
    };
    // Pictures that have come, and the keyboard of a phone, change what there is room for.
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    element.addEventListener('scroll', noteEnd, { passive: true });
    element.addEventListener('load', follow, true);
    return () => sizes.disconnect();
  }, []);
  return scroller;
}

/** Null: the message before was said on the same day. */
function newDay(
  { at }: ChatMessage,
  before: ChatMessage | undefined,
  language: string,
  words: { today: string; yesterday: string },
): ComponentChildren {
  const day = new Date(at).toDateString();
  if (before && new Date(before.at).toDateString() === day) return null;
  const now = new Date();
  if (day === now.toDateString()) return words.today;
  now.setDate(now.getDate() - 1);
  if (day === now.toDateString()) return words.yesterday;
  return new Date(at).toLocaleDateString(language, { day: 'numeric', month: 'long', year: 'numeric' });
}
