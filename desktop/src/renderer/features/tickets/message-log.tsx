import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { LOAD_OLDER_PX } from '@balcao/shared/constants.ts';
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconMessage } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useThrownText } from '../../app/error-text.ts';
import { SKELETON_DELAY_MS } from '../../app/splash.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { useDelayed } from '../../components/use-delayed.ts';
import { Bubble } from './bubble.tsx';
import { type ConversationRow, conversationRows } from './conversation-rows.ts';
import { DaySeparator } from './day-separator.tsx';
import { estimateRow } from './estimate-row.ts';
import classes from './message-log.module.css';
import { AT_END_PX, useFollowing } from './use-following.ts';
import { useMessages } from './use-messages.ts';

interface Props {
  ticket: TicketItem;
  ownUserId: number;
  /** Nothing can be repeated or given up from here. */
  readOnly?: boolean;
}

/** Room above the oldest message for "loading" and "start"; always there, so that it never pushes anything. */
const HEAD_PX = 72;

export function MessageLog({ ticket, ownUserId, readOnly = false }: Props) {
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
  if (messages.isError && !messages.data)
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
  if (rows.length === 0)
    return (
      <StateView
        icon={IconMessage}
        title={t('tickets:noMessages')}
        hint={messages.data.incomplete ? t('tickets:olderOffline') : undefined}
      />
    );
  return (
    <Log
      rows={rows}
      contactName={ticket.contact.name}
      ownUserId={ownUserId}
      readOnly={readOnly}
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
  readOnly: boolean;
  hasMore: boolean;
  loadOlder: () => Promise<void>;
  /** What is said above the oldest message while there are older ones. */
  head: string | null;
}

function Log({ rows, contactName, ownUserId, readOnly, hasMore, loadOlder, head }: LogProps) {
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
  const pinnedId = usePrevious(rows[0]?.message.id);
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, list) => {
    const offset = list.scrollOffset ?? 0;
    if (list.itemSizeCache.has(item.key)) return item.end <= offset && list.scrollDirection !== 'backward';
    // Rows that were just put in above the one that was the oldest are guesses; setting them right must not move it.
    const pinned = rows.findIndex((row) => row.message.id === pinnedId);
    return item.start < offset || item.index < pinned;
  };
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
        // What is scrolled into view is not news.
        aria-live={atEnd ? 'polite' : 'off'}
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
                <Bubble
                  {...row}
                  contactName={contactName}
                  ownUserId={ownUserId}
                  readOnly={readOnly}
                  onQuoteClick={showQuoted}
                />
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

/** What the value was before it became what it is. */
function usePrevious<T>(value: T): T {
  const [seen, setSeen] = useState({ now: value, before: value });
  if (seen.now !== value) setSeen({ now: value, before: seen.now });
  return seen.now === value ? seen.before : seen.now;
}
