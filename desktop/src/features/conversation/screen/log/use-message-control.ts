import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { type MouseEvent, type RefObject, useState } from 'react';
import { useMessageActions } from '../actions/message-dialogs.tsx';
import type { OpenMenu } from '../actions/message-menu.tsx';
import type { ConversationRow } from './conversation-rows.ts';
import type { HeldLog } from './use-log-scrolling.ts';
import { elementOf, useMessageKeys } from './use-message-keys.ts';

interface Deps extends Pick<HeldLog, 'ticket' | 'rows' | 'readOnly'> {
  agent: { mayWrite: boolean; ownUserId: number };
  scroller: RefObject<HTMLDivElement | null>;
  showIndex: (index: number) => void;
}

/** The actions on the messages of a log: by the pointer, by keys, and in the menu that both open. */
export function useMessageControl({ ticket, rows, readOnly, agent, scroller, showIndex }: Deps) {
  // When the dialog has gone: until then it would take the focus back.
  const focusMessage = (id: string) =>
    requestAnimationFrame(() => elementOf(scroller.current, id)?.focus({ preventScroll: true }));
  const actions = useMessageActions(ticket, agent, focusMessage);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = (message: MessageItem, x: number, y: number) => {
    if (actions.offered(message).length > 0) setMenu({ message, x, y });
  };
  const keys = useMessageKeys({
    rows,
    scroller,
    showIndex,
    onAction: (name, { message }) => actions.act(name, message),
    onMenu: ({ message }, target) => {
      const { left, top } = target.getBoundingClientRect();
      // Opens after the key press, whose default action must not reach the menu.
      requestAnimationFrame(() => openMenu(message, left + 16, top + 24));
    },
  });
  const react = (message: MessageItem) => actions.act('react', message);
  const reply = (message: MessageItem) => actions.act('reply', message);
  return {
    keys,
    react,
    pointer: readOnly ? {} : pointerHandlers(rows, { openMenu, react, reply }),
    forward: actions.forward,
    dialogs: actions.dialogs,
    menu: {
      open: menu,
      features: featuresOf(ticket.whatsapp),
      actions: menu ? actions.offered(menu.message) : [],
      onAction: (name: Parameters<typeof actions.act>[0]) => menu && actions.act(name, menu.message),
      onReact(emoji: string) {
        if (menu) actions.giveReaction(menu.message, emoji);
        setMenu(null);
      },
      onClose() {
        setMenu(null);
        if (menu) focusMessage(menu.message.id);
      },
    },
  };
}

/** A second click on these is a second use of them. */
const USED_BY_ITSELF = 'a, button, input, video, audio, summary';

/** A few listeners for all messages: the element names its message. */
function pointerHandlers(
  rows: readonly ConversationRow[],
  act: {
    openMenu: (message: MessageItem, x: number, y: number) => void;
    react: (message: MessageItem) => void;
    reply: (message: MessageItem) => void;
  },
) {
  const messageOf = (target: EventTarget) => {
    const id = (target as Element).closest<HTMLElement>('[data-message-id]')?.dataset.messageId;
    return rows.find(({ message }) => message.id === id)?.message;
  };
  return {
    onClick(event: MouseEvent) {
      const tool = (event.target as Element).closest<HTMLElement>('[data-tool]');
      const message = tool && messageOf(tool);
      if (!message) return;
      const { left, bottom } = tool.getBoundingClientRect();
      if (tool.dataset.tool === 'menu') act.openMenu(message, left, bottom);
      else act[tool.dataset.tool === 'react' ? 'react' : 'reply'](message);
    },
    onDoubleClick({ target }: MouseEvent) {
      const message = messageOf(target);
      if (message && !(target as Element).closest(USED_BY_ITSELF)) act.reply(message);
    },
    onContextMenu(event: MouseEvent) {
      const message = messageOf(event.target);
      // Selected text and links keep the browser's own menu.
      if (!message || (event.target as Element).closest('a') || String(getSelection())) return;
      event.preventDefault();
      act.openMenu(message, event.clientX, event.clientY);
    },
  };
}
