import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { LOAD_OLDER_PX } from '@balcao/shared/constants.ts';
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconMessage } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useThrownText } from '../../app/error-text.ts';
import { SKELETON_DELAY_MS } from '../../app/splash.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { useDelayed } from '../../components/use-delayed.ts';
import { Bubble } from './bubble.tsx';
import { type ConversationRow, conversationRows } from './conversation-rows.ts';
import { DaySeparator } from './day-separator.tsx';
import { mediaBox } from './media-box.ts';
import classes from './message-log.module.css';
import { useMessages } from './use-messages.ts';

interface Props {
  ticket: TicketItem;
  ownUserId: number;
}

/** Within this distance of the end the reader follows what arrives. */
const AT_END_PX = 80;
/** Room above the oldest message for "loading" and "start"; always there, so that it never pushes anything. */
const HEAD_PX = 72;

export function MessageLog({ ticket, ownUserId }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const messages = useMessages(ticket.id);
  const late = useDelayed(messages.isPending, SKELETON_DELAY_MS);
  const rows = useMemo(() => conversationRows(messages.data?.messages ?? []), [messages.data]);

  if (messages.isPending)
    return (
      <div className={classes.waiting}>
        {late ? <Loader size="sm" aria-label={t('common:loading')} /> : null}
      </div>
    );
  if (messages.isError)
    return (
      <StateView
        role="alert"
        icon={IconAlertTriangle}
        title={t('common:loadFailed')}
        hint={thrownText(messages.error)}
        action={
          <Button variant="default" onClick={() => void messages.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (rows.length === 0) return <StateView icon={IconMessage} title={t('tickets:noMessages')} />;
  return (
    <Log
      rows={rows}
      contactName={ticket.contact.name}
      ownUserId={ownUserId}
      loadOlder={messages.loadOlder}
      hasMore={messages.data.hasMore}
      head={
        messages.loadingOlder
          ? t('tickets:loadingOlder')
          : messages.data.incomplete
            ? t('tickets:olderOffline')
            : null
      }
    />
  );
}

interface LogProps {
  rows: ConversationRow[];
  contactName: string;
  ownUserId: number;
  hasMore: boolean;
  loadOlder: () => Promise<void>;
  /** What is said above the oldest message while there are older ones. */
  head: string | null;
}

function Log({ rows, contactName, ownUserId, hasMore, loadOlder, head }: LogProps) {
  const { t } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.message.id ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END_PX,
    paddingStart: HEAD_PX,
    paddingEnd: 12,
    overscan: 10,
  });
  const { atEnd, unseen, toEnd } = useFollowing(rows, scroller, () => virtual.scrollToEnd());

  const onScroll = useCallback(() => {
    if (hasMore && scroller.current && scroller.current.scrollTop < LOAD_OLDER_PX) void loadOlder();
  }, [hasMore, loadOlder]);

  // A page that does not fill the screen leaves nothing to scroll.
  const oldest = rows[0]?.message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each page
  useEffect(() => {
    const element = scroller.current;
    if (hasMore && element && element.scrollHeight <= element.clientHeight) void loadOlder();
  }, [oldest?.id]);

  const showQuoted = useCallback(
    (id: string) => {
      const index = rows.findIndex((row) => row.message.id === id);
      if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
    },
    [rows, virtual],
  );

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-label={t('tickets:messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        data-testid="message-log"
      >
        <div className={classes.space} style={{ height: virtual.getTotalSize() }}>
          <div className={classes.head}>
            {head}
            {oldest && !hasMore ? (
              <>
                {t('tickets:startOfConversation')}
                <DaySeparator instant={oldest.createdAt} />
              </>
            ) : null}
          </div>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={classes.item}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Bubble {...row} contactName={contactName} ownUserId={ownUserId} onQuoteClick={showQuoted} />
              </div>
            );
          })}
        </div>
      </div>
      {atEnd ? null : (
        <Button
          className={classes.toEnd}
          variant={unseen > 0 ? 'filled' : 'default'}
          size="compact-md"
          radius="xl"
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={toEnd}
        >
          {unseen > 0 ? t('tickets:newMessages', { count: unseen }) : t('tickets:toEnd')}
        </Button>
      )}
    </div>
  );
}

/** Starts at the newest message, stays there while the reader is there, and counts what arrives meanwhile. */
function useFollowing(
  rows: ConversationRow[],
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollToEnd: () => void,
) {
  const [atEnd, setAtEnd] = useState(true);
  const last = rows.at(-1)?.message;
  const lastSeenId = useRef(last?.id);
  const toEnd = useRef(scrollToEnd);
  useLayoutEffect(() => {
    toEnd.current = scrollToEnd;
  });

  useLayoutEffect(() => toEnd.current(), []);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let wasAtEnd = true;
    const look = () => {
      wasAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
      setAtEnd(wasAtEnd);
    };
    // The composer grew or a banner came: the newest message must not slip behind it.
    const observer = new ResizeObserver(() => {
      if (wasAtEnd) toEnd.current();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);

  // What the agent has just written is always shown.
  const isOwnNew = last?.fromMe === true && last.delivery === 'queued' && last.id !== lastSeenId.current;
  useEffect(() => {
    if (isOwnNew) toEnd.current();
  }, [isOwnNew]);

  useEffect(() => {
    if (atEnd) lastSeenId.current = last?.id;
  }, [atEnd, last?.id]);

  const seenIndex = rows.findLastIndex((row) => row.message.id === lastSeenId.current);
  const unseen = atEnd ? 0 : rows.slice(seenIndex + 1).filter((row) => !row.message.fromMe).length;
  return { atEnd, unseen, toEnd: () => toEnd.current() };
}

const LINE_PX = 20;
const CHARS_PER_LINE = 64;

/** A guess that is close enough to keep the scroll bar calm; the real size is measured when the row is shown. */
function estimateRow(row: ConversationRow | undefined): number {
  if (!row) return LINE_PX;
  const { message, endsGroup, nextDay } = row;
  const lines = message.body
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil((line.length + 12) / CHARS_PER_LINE), 0);
  const media = message.media && message.mediaType !== 'audio' ? mediaBox(message.media).height : 0;
  return 14 + lines * LINE_PX + media + (nextDay ? 42 : 0) + (endsGroup ? 8 : 0) + (message.quoted ? 48 : 0);
}
