/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { unreadOf } from '../conversation.ts';
import { fill } from '../words.ts';
import { useChat } from './context.ts';
import { Icon } from './icons.tsx';
import { Panel } from './panel.tsx';

/** The button on the shop's page, and the chat that it opens. */
export function App() {
  const { chat, state, words } = useChat();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(state.isOpen);
  const unread = unreadOf(state.messages);

  // Whoever closes the chat goes on where it was opened.
  useEffect(() => {
    if (wasOpen.current && !state.isOpen) button.current?.focus();
    wasOpen.current = state.isOpen;
  }, [state.isOpen]);

  const staysAway = chat.design.hidesWhenClosed && !state.shop.isOpen && state.messages.length === 0;
  if (staysAway && !state.isOpen) return null;
  const invitation = unread > 0 ? fill(words.openUnread, { count: unread }) : words.open;
  return (
    <section class={`chat ${chat.design.place}`} aria-label={words.chat}>
      {state.isOpen && <Panel />}
      <button
        ref={button}
        type="button"
        class="launcher"
        aria-expanded={state.isOpen}
        aria-label={state.isOpen ? words.close : invitation}
        onClick={() => chat.setOpen(!state.isOpen)}
      >
        <Icon name={state.isOpen ? 'down' : 'chat'} />
        {unread > 0 && !state.isOpen && (
          <span class="unread" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
    </section>
  );
}
