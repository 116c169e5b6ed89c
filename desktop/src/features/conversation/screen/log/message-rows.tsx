import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type HTMLAttributes, type ReactNode, type RefObject, useImperativeHandle } from 'react';
import type { MessageWindow } from '../../../../renderer/components/message/message-window.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { Bubble, type BubbleProps } from '../bubble/bubble.tsx';
import { DaySeparator } from '../bubble/day-separator.tsx';
import { PartLine } from '../bubble/part-line.tsx';
import { useTranslated } from '../translated-store.ts';
import type { ConversationRow } from './conversation-rows.ts';
import { HitMarks } from './hit-marks.tsx';
import classes from './message-log.module.css';
import { useVirtualRows } from './use-virtual-rows.ts';

/** The positions of the rows, and the functions that scroll to them. */
export type RowList = Pick<
  Virtualizer<HTMLDivElement, Element>,
  'scrollToEnd' | 'scrollToIndex' | 'getVirtualItemForOffset'
>;

interface Props
  extends Pick<BubbleProps, 'ownUserId' | 'readOnly' | 'onQuoteClick' | 'onReactions' | 'onPick'> {
  list: RefObject<RowList | null>;
  scroller: RefObject<HTMLDivElement | null>;
  /** Attributes of the scrolling region. */
  region: HTMLAttributes<HTMLDivElement>;
  rows: ConversationRow[];
  window: MessageWindow;
  contact: TicketItem['contact'];
  head: ReactNode;
  activeId: string | undefined;
  foundId: string | null;
  /** What the search in the conversation has found. */
  hits: readonly MessageKey[];
  /** Null while nothing is being picked. */
  picked: ReadonlySet<string> | null;
}

/** The rows in sight. Scrolling draws these alone, not what the conversation is made of around them. */
export function MessageRows(props: Props) {
  const { list, scroller, region, rows, window, contact, head, activeId, foundId, picked, hits } = props;
  const { ownUserId, readOnly, onQuoteClick, onReactions, onPick } = props;
  const { t } = useTexts();
  const virtual = useVirtualRows(rows, scroller, window.hasNewer);
  useImperativeHandle(list, () => virtual, [virtual]);
  const translated = useTranslated(({ ids }) => ids);
  const oldest = rows[0]?.message;
  const part = rows[0]?.part;
  const found = new Set(hits.map(({ id }) => id));
  const foundAt =
    found.size > 0 ? rows.flatMap(({ message }, index) => (found.has(message.id) ? [index] : [])) : [];
  return (
    <>
      <div
        {...region}
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-label={t('tickets:messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        data-testid="message-log"
      >
        <div className={classes.space} style={{ height: virtual.getTotalSize() }}>
          <div className={classes.head}>
            {head}
            {oldest && !window.hasMore ? (
              <>
                {t('tickets:startOfConversation')}
                <DaySeparator instant={oldest.createdAt} />
                {part ? <PartLine {...part} /> : null}
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
                  contactName={row.part?.name ?? contact.name}
                  ownUserId={ownUserId}
                  readOnly={readOnly}
                  isActive={row.message.id === activeId}
                  isFound={row.message.id === foundId}
                  isTranslated={translated.has(row.message.id)}
                  isPicked={picked ? picked.has(row.message.id) : null}
                  onQuoteClick={onQuoteClick}
                  onReactions={onReactions}
                  onPick={onPick}
                />
              </div>
            );
          })}
        </div>
      </div>
      {foundAt.length > 0 ? <HitMarks indexes={foundAt} list={virtual} /> : null}
    </>
  );
}
