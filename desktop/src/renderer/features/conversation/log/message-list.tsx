import type { MessageItem, TicketItem } from '@balcao/shared/bridge/methods.ts';
import { LOAD_OLDER_PX } from '@balcao/shared/constants.ts';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MessageWindow } from '../../../components/message/message-window.ts';
import type { useMessages } from '../../../components/message/use-messages.ts';
import { useReplyStore } from '../../../kit/reply-store.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import { useMessageActions } from '../actions/message-dialogs.tsx';
import { MessageMenu, type OpenMenu } from '../actions/message-menu.tsx';
import { SelectionBar } from '../actions/selection-bar.tsx';
import { useFindStore } from '../find-store.ts';
import { useMediaParts } from '../media-parts.ts';
import type { ConversationRow } from './conversation-rows.ts';
import { FindBar } from './find-bar.tsx';
import classes from './message-log.module.css';
import { MessageRows, type RowList } from './message-rows.tsx';
import { StickyDay } from './sticky-day.tsx';
import { useFind } from './use-find.ts';
import { useFollowing } from './use-following.ts';
import { useFoundMessage } from './use-found-message.ts';
import { useJump } from './use-jump.ts';
import { elementOf, useMessageKeys } from './use-message-keys.ts';
import { useOwnNews } from './use-own-news.ts';
import { useTextHighlight } from './use-text-highlight.ts';

interface Props {
  ticket: TicketItem;
  rows: ConversationRow[];
  unreadId: string | null;
  window: MessageWindow;
  ways: Pick<ReturnType<typeof useMessages>, 'loadOlder' | 'loadNewer' | 'showAround' | 'showNewest'>;
  ownUserId: number;
  readOnly: boolean;
  mayWrite: boolean;
  /** What is said above the oldest message while there are older ones. */
  head: string | null;
}

/** Newer pages are read this far before their place is reached; older ones at LOAD_OLDER_PX. Pixels. */
const LOAD_NEWER_PX = 600;

/** Half of it, or as much as fits. */
function isInView(element: HTMLElement | null, scroller: HTMLElement | null): boolean {
  if (!element || !scroller) return false;
  const [own, view] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const seen = Math.min(own.bottom, view.bottom) - Math.max(own.top, view.top);
  return seen >= Math.min(own.height, view.height) / 2;
}

/** The rows of a conversation: scrolling, following, jumping, searching, and what is done with a message. */
export function MessageList(props: Props) {
  const { ticket, rows, unreadId, window, ways, ownUserId, readOnly, mayWrite, head } = props;
  const { t } = useTexts();
  const { Gallery } = useMediaParts();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<RowList>(null);
  const { atEnd, unseen } = useFollowing({
    ticket,
    rows,
    scroller,
    hasNewer: window.hasNewer,
    scrollToEnd: () => list.current?.scrollToEnd(),
    start: () => {
      const unread = rows.findIndex(({ message }) => message.id === unreadId);
      if (unread > 0) list.current?.scrollToIndex(unread - 1, { align: 'start' });
      else list.current?.scrollToEnd();
    },
  });
  const showIndex = (align: 'center' | 'auto') => (index: number) =>
    list.current?.scrollToIndex(index, { align });
  const { foundId, jump } = useJump({
    rows,
    isInView: (id) => isInView(elementOf(scroller.current, id), scroller.current),
    scrollToIndex: showIndex('center'),
    showAround: ways.showAround,
  });
  useFoundMessage(readOnly ? null : ticket.uuid, jump);
  const toEnd = async () => {
    if (window.hasNewer) await ways.showNewest();
    requestAnimationFrame(() => list.current?.scrollToEnd());
  };
  useOwnNews(ticket.id, window.hasNewer, toEnd);

  const { isOpen: findOpen, setOpen: setFindOpen } = useFindStore();
  const isFinding = findOpen && !readOnly;
  const find = useFind(ticket.contactId, isFinding, jump);
  useTextHighlight(scroller, find.text);
  const closeFind = () => {
    setFindOpen(false);
    scroller.current?.focus();
  };

  // When the dialog has gone: until then it would take the focus back.
  const focusMessage = (id: string) =>
    requestAnimationFrame(() => elementOf(scroller.current, id)?.focus({ preventScroll: true }));
  const actions = useMessageActions(ticket, { mayWrite, ownUserId }, focusMessage);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = (message: MessageItem, x: number, y: number) => {
    if (actions.offered(message).length > 0) setMenu({ message, x, y });
  };
  const keys = useMessageKeys({
    rows,
    scroller,
    showIndex: showIndex('auto'),
    onAction: (name, { message }) => actions.act(name, message),
    onMenu: ({ message }, target) => {
      const { left, top } = target.getBoundingClientRect();
      // Not within the key press: what it would do to the menu is not meant.
      requestAnimationFrame(() => openMenu(message, left + 16, top + 24));
    },
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isFinding && event.key === 'Escape') setFindOpen(false);
    else keys.onKeyDown(event);
  };
  const pointer = usePointer(rows, readOnly, openMenu, (message) => actions.act('react', message));

  const selection = useReplyStore((store) => store.selection);
  const { toggle } = useReplyStore();
  const picking = selection?.ticketId === ticket.id && !readOnly ? selection : null;
  const picked = useMemo(() => new Set(picking?.messages.map(({ id }) => id)), [picking]);

  const handlers = useRef({ jump, react: actions.act, toggle });
  handlers.current = { jump, react: actions.act, toggle };
  const onQuoteClick = useCallback(({ quoted }: MessageItem) => {
    if (quoted) void handlers.current.jump({ createdAt: quoted.createdAt, id: quoted.id });
  }, []);
  const onReactions = useCallback((message: MessageItem) => handlers.current.react('react', message), []);
  const onPick = useCallback(
    (message: MessageItem) => handlers.current.toggle(ticket.id, message),
    [ticket.id],
  );

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    if (window.hasMore && element.scrollTop < LOAD_OLDER_PX) void ways.loadOlder();
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (window.hasNewer && below < LOAD_NEWER_PX) void ways.loadNewer();
  };

  /** Above the first row its own separator says it. */
  const instantAt = (offset: number) => {
    const item = list.current?.getVirtualItemForOffset(offset);
    return item && item.start <= offset ? rows[item.index]?.message.createdAt : undefined;
  };

  // A page that does not fill the screen leaves nothing to scroll.
  const oldest = rows[0]?.message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each page
  useEffect(() => {
    const element = scroller.current;
    if (window.hasMore && element && element.scrollHeight <= element.clientHeight) void ways.loadOlder();
  }, [oldest?.id]);

  return (
    <>
      {isFinding ? <FindBar find={find} onClose={closeFind} /> : null}
      <div className={classes.frame}>
        <MessageRows
          list={list}
          scroller={scroller}
          region={{
            // What is scrolled into view is not news.
            'aria-live': atEnd ? 'polite' : 'off',
            onScroll,
            ...(readOnly ? {} : { onKeyDown }),
            ...pointer,
          }}
          rows={rows}
          window={window}
          contact={ticket.contact}
          head={head}
          activeId={keys.activeId ?? rows.at(-1)?.message.id}
          foundId={foundId}
          picked={picking ? picked : null}
          ownUserId={ownUserId}
          readOnly={readOnly}
          onQuoteClick={onQuoteClick}
          onReactions={onReactions}
          onPick={onPick}
        />
        {atEnd ? null : <StickyDay scroller={scroller} instantAt={instantAt} />}
        {atEnd ? null : (
          <Button
            className={classes.toEnd}
            variant={unseen > 0 ? 'filled' : 'default'}
            size="compact-md"
            radius="xl"
            leftSection={<IconArrowDown size={16} aria-hidden />}
            onClick={() => void toEnd()}
          >
            {unseen > 0 ? t('tickets:newMessages', { count: unseen }) : t('tickets:toEnd')}
          </Button>
        )}
      </div>
      {picking ? <SelectionBar messages={picking.messages} onForward={actions.forward} /> : null}
      <MessageMenu
        open={menu}
        actions={menu ? actions.offered(menu.message) : []}
        onAction={(name) => menu && actions.act(name, menu.message)}
        onReact={(emoji) => {
          if (menu) actions.giveReaction(menu.message, emoji);
          setMenu(null);
        }}
        onClose={() => {
          setMenu(null);
          if (menu) focusMessage(menu.message.id);
        }}
      />
      <Gallery rows={rows} />
      {actions.dialogs}
    </>
  );
}

/** One pair of listeners for all messages: which one it was about is in the element. */
function usePointer(
  rows: readonly ConversationRow[],
  readOnly: boolean,
  openMenu: (message: MessageItem, x: number, y: number) => void,
  react: (message: MessageItem) => void,
) {
  if (readOnly) return {};
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
      if (tool.dataset.tool === 'react') react(message);
      else openMenu(message, left, bottom);
    },
    onContextMenu(event: MouseEvent) {
      const message = messageOf(event.target);
      // What is marked, and addresses, keep the browser's own menu.
      if (!message || (event.target as Element).closest('a') || String(getSelection())) return;
      event.preventDefault();
      openMenu(message, event.clientX, event.clientY);
    },
  };
}
