import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useThrownText } from '../../app/error-text.ts';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { EmptyTickets } from './empty-tickets.tsx';
import { mayActOn } from './may-act-on.ts';
import classes from './ticket-list.module.css';
import { TICKET_ROW_PX, TicketRow } from './ticket-row.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { useAimGuard } from './use-aim-guard.ts';
import { ticketPath, useTicketActions } from './use-ticket-actions.ts';
import { useTicketPages } from './use-ticket-pages.ts';
import { useTicketsView } from './view-store.ts';

interface Props {
  user: SessionUser;
  status: TicketStatus;
  search: string;
  openUuid: string | null;
}

/** How many rows before the end the next page is asked for. */
const LOAD_AHEAD_ROWS = 10;

export function TicketList({ user, status, search, openUuid }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const { peek } = useTicketsView();
  const [, navigate] = useLocation();
  const actions = useTicketActions();
  const pages = useTicketPages(status, search);
  const guard = useAimGuard(pages.tickets);
  const tickets = guard.rows;

  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TICKET_ROW_PX,
    getItemKey: (index) => tickets[index]?.id ?? index,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && lastIndex >= tickets.length - LOAD_AHEAD_ROWS)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, lastIndex, tickets.length]);

  const { activeId, onKeyDown, onFocusRow } = useRowKeys(tickets, openUuid, (index) => {
    virtual.scrollToIndex(index);
  });

  if (pages.isPending) return <TicketSkeletons />;
  if (pages.isError && !pages.data)
    return (
      <StateView
        role="alert"
        icon={IconAlertTriangle}
        title={t('common:loadFailed')}
        hint={thrownText(pages.error)}
        action={
          <Button variant="default" onClick={() => void pages.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (tickets.length === 0) return <EmptyTickets user={user} status={status} search={search} />;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div ref={scroller} className={classes.scroller} onKeyDown={onKeyDown} {...guard.handlers}>
      <ul
        className={classes.list}
        aria-label={t('tickets:list')}
        style={{ height: virtual.getTotalSize() }}
        data-testid="ticket-list"
      >
        {items.map((item) => {
          const ticket = tickets[item.index];
          if (!ticket) return null;
          return (
            <li
              key={item.key}
              className={classes.item}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={hasNextPage ? -1 : tickets.length}
              aria-posinset={item.index + 1}
            >
              <TicketRow
                ticket={ticket}
                selected={ticket.uuid === openUuid}
                focusable={ticket.id === activeId}
                own={ticket.userId === user.id}
                mayAct={mayActOn(ticket, user)}
                busy={actions.isPending}
                onFocus={onFocusRow}
                onOpen={() =>
                  ticket.status === 'pending' ? peek(ticket.uuid) : navigate(ticketPath(ticket.uuid))
                }
                onPeek={() => peek(ticket.uuid)}
                onAct={(action) => {
                  guard.release();
                  actions[action](ticket);
                }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** One row of the list takes part in tabbing; arrows, Home and End move it. */
function useRowKeys(
  tickets: readonly { id: number; uuid: string }[],
  openUuid: string | null,
  reveal: (index: number) => void,
) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = tickets.findIndex((ticket) => ticket.id === chosenId);
  const opened = tickets.findIndex((ticket) => ticket.uuid === openUuid);
  const activeIndex = Math.max(chosen, chosen < 0 ? opened : -1, 0);

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const target = targetOf(event.key, activeIndex, tickets.length);
    const ticket = target === null ? undefined : tickets[target];
    if (target === null || !ticket) return;
    event.preventDefault();
    setChosenId(ticket.id);
    reveal(target);
    const list = event.currentTarget;
    const focus = () => {
      const row = list.querySelector<HTMLElement>(`[data-ticket-id="${ticket.id}"]`);
      row?.focus();
      return row !== null;
    };
    // A row far away exists only after the list has scrolled to it.
    if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus));
  };

  return { activeId: tickets[activeIndex]?.id ?? null, onKeyDown, onFocusRow: setChosenId };
}

function targetOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
