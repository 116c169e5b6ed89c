import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../../../app/use-texts.ts';
import { mayActOn } from '../may-act-on.ts';
import { TICKET_ROW_PX, TicketRow } from '../ticket-row.tsx';
import { ticketPath, useTicketActions } from '../use-ticket-actions.ts';
import { useTicketsView } from '../view-store.ts';
import classes from './ticket-rows.module.css';
import { useAimGuard } from './use-aim-guard.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useTicketItems } from './use-ticket-list.ts';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  ids: readonly number[];
  /** The first rows, which came with the ids. */
  first: readonly TicketItem[] | undefined;
  hasMore: boolean;
  onEnd: () => void;
}

/** How many rows before the end older ones are asked for. */
const AHEAD_ROWS = 10;
const OVERSCAN_ROWS = 6;

/** The rows of a list, of which only those in sight exist. */
export function TicketRows({ user, openUuid, ids: fresh, first, hasMore, onEnd }: Props) {
  const { t } = useTexts();
  const guard = useAimGuard(fresh);
  const { ids } = guard;

  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TICKET_ROW_PX,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN_ROWS,
  });
  const places = virtual.getVirtualItems();
  const last = places.at(-1)?.index ?? 0;
  const items = useTicketItems(ids, first, { from: places[0]?.index ?? 0, to: last });
  useScrollAnchor(scroller, ids, TICKET_ROW_PX);
  useEffect(() => {
    if (hasMore && last >= ids.length - AHEAD_ROWS) onEnd();
  }, [hasMore, last, ids.length, onEnd]);

  const row = useRowCommands(user, guard.release);
  const openId = [...items.values()].find(({ uuid }) => uuid === openUuid)?.id ?? null;
  const keys = useRowKeys({
    ids,
    openId,
    reveal: (index) => virtual.scrollToIndex(index),
    onKey: (event, id) => row.onKey(event.key, items.get(id)),
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside
    <div ref={scroller} className={classes.scroller} onKeyDown={keys.onKeyDown} {...guard.handlers}>
      <ul
        className={classes.list}
        aria-label={t('tickets:list')}
        style={{ height: virtual.getTotalSize() }}
        data-testid="ticket-list"
      >
        {places.map(({ index, key, start }) => {
          const ticket = items.get(ids[index] ?? 0);
          return (
            <li
              key={key}
              className={classes.item}
              style={{ transform: `translateY(${start}px)`, height: TICKET_ROW_PX }}
              data-row={ids[index]}
              aria-setsize={hasMore ? -1 : ids.length}
              aria-posinset={index + 1}
            >
              {ticket ? (
                <TicketRow
                  ticket={ticket}
                  selected={ticket.uuid === openUuid}
                  focusable={ticket.id === keys.activeId}
                  own={ticket.userId === user.id}
                  mayAct={mayActOn(ticket, user)}
                  busy={row.isPending}
                  onFocus={keys.onFocusRow}
                  onOpen={() => row.open(ticket)}
                  onPeek={() => row.peek(ticket)}
                  onAct={(action) => row.act(action, ticket)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type Act = 'accept' | 'close' | 'reopen';

/** What can be done with a row, by its buttons and by single keys while it has the focus. */
function useRowCommands(user: SessionUser, release: () => void) {
  const { peek } = useTicketsView();
  const [, navigate] = useLocation();
  const actions = useTicketActions();

  const act = (action: Act, ticket: TicketItem) => {
    release();
    actions[action](ticket);
  };
  /** A waiting one is only looked at (specification document 1, section 2). */
  const open = (ticket: TicketItem) =>
    ticket.status === 'pending' ? peek(ticket.uuid) : navigate(ticketPath(ticket.uuid));

  return {
    isPending: actions.isPending,
    act,
    open,
    peek: (ticket: TicketItem) => peek(ticket.uuid),
    onKey(key: string, ticket: TicketItem | undefined): boolean {
      if (!ticket || actions.isPending) return false;
      const { status } = ticket;
      const mayAct = mayActOn(ticket, user);
      switch (key.toLowerCase()) {
        case 'a':
          if (status === 'pending') act('accept', ticket);
          return true;
        case 'f':
          if (status === 'open' && mayAct) act('close', ticket);
          return true;
        case 'r':
          if (status === 'closed') act('reopen', ticket);
          return true;
        case 'e':
          peek(ticket.uuid);
          return true;
        default:
          return false;
      }
    },
  };
}
