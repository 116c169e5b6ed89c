import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Lane as LaneCards } from '@balcao/shared/features/kanban/bridge.ts';
import { DEFAULT_WAIT_LIMITS } from '@balcao/shared/features/queues/wait-limits.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { useTicketItems } from '../../../renderer/components/ticket/use-ticket-items.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Card } from './card.tsx';
import classes from './kanban.module.css';
import { LaneHead } from './lane-head.tsx';
import type { CardHandlers } from './use-board-control.ts';
import { useComesNear } from './use-comes-near.ts';
import { useLaneTarget } from './use-lane-target.ts';

/** The height of a card with the gap below it, the same for all. */
const CARD_PX = 112;
const OVERSCAN = 1;

interface Props {
  lane: LaneCards;
  /** From the left. */
  index: number;
  user: SessionUser;
  /** The card that Tab reaches; null: it is in another lane. */
  activeId: number | null;
  /** A card that a key has lifted would be dropped here. */
  isAimed: boolean;
  /** The card of this lane that a key has lifted. */
  liftedId: number | null;
  /** The card that is to get the focus, wherever it is. */
  wantedId: number | null;
  handlers: CardHandlers;
  /** Absent: it stays where it is. */
  onPlace: ((tagId: number, place: number) => void) | undefined;
}

/** A lane, of whose cards only those in sight exist. */
export const Lane = memo(function Lane({
  lane: { tag, ids, first },
  index,
  user,
  handlers,
  ...props
}: Props) {
  const { activeId, isAimed, liftedId, wantedId, onPlace } = props;
  const { t } = useTexts();
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const name = tag?.name ?? t('kanban:openLane');
  const { root, isOver, edge } = useLaneTarget(tag?.id ?? null, index);
  const { data: queues } = useRows('queue');
  const wantedPlace = wantedId === null ? -1 : ids.indexOf(wantedId);
  const isNear = useComesNear(root);
  const virtual = useVirtualizer({
    // Keys may lead to a lane that is out of sight.
    enabled: isNear || activeId !== null || wantedPlace >= 0,
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (place) => ids[place] ?? place,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const places = virtual.getVirtualItems();
  const items = useTicketItems(ids, first, { from: places[0]?.index ?? 0, to: places.at(-1)?.index ?? 0 });
  useEffect(() => {
    if (wantedPlace >= 0) virtual.scrollToIndex(wantedPlace);
  }, [wantedPlace, virtual]);

  return (
    <section
      ref={root}
      className={classes.lane}
      aria-label={t('kanban:lane', { name, total: t('kanban:cards', { count: ids.length }) })}
      data-over={isOver || isAimed || undefined}
      data-edge={edge ?? undefined}
      data-testid="kanban-lane"
    >
      <LaneHead
        tag={tag}
        name={name}
        total={format.number(ids.length)}
        index={index}
        lane={root}
        onPlace={onPlace}
      />
      <div ref={scroller} className={classes.scroller}>
        {ids.length === 0 ? <p className={classes.empty}>{t('kanban:emptyLane')}</p> : null}
        <ul className={classes.cards} style={{ height: virtual.getTotalSize() }}>
          {places.map((place) => {
            const id = ids[place.index] ?? 0;
            const ticket = items.get(id);
            return (
              <li
                key={place.key}
                className={classes.place}
                style={{ transform: `translateY(${place.start}px)`, height: CARD_PX }}
                aria-setsize={ids.length}
                aria-posinset={place.index + 1}
              >
                {ticket ? (
                  <Card
                    ticket={ticket}
                    laneTagId={tag?.id ?? null}
                    lane={index}
                    limits={queues?.find(({ id }) => id === ticket.queueId) ?? DEFAULT_WAIT_LIMITS}
                    mayMove={mayActOn(ticket, user)}
                    focusable={id === activeId}
                    isLifted={id === liftedId}
                    isWanted={id === wantedId}
                    handlers={handlers}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
});
