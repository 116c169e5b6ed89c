import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../app/use-texts.ts';
import { mayActOn } from '../may-act-on.ts';
import { TICKET_ROW_PX, TicketRow } from '../ticket-row.tsx';
import { useTicketsView } from '../view-store.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import { isTicket, useSelection } from './selection-store.ts';
import classes from './ticket-rows.module.css';
import { useAimGuard } from './use-aim-guard.ts';
import { useDrafts } from './use-drafts.ts';
import { focusRow, useRowKeys } from './use-row-keys.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useTicketCommands } from './use-ticket-commands.ts';
import { useTicketItems } from './use-ticket-list.ts';

/** Stand among the ids of a list as rows of their own. */
export const HEADINGS = { here: -1, server: -2, loading: -3, unreachable: -4 } as const;
const HEADING_KEYS = new Map<number, keyof typeof HEADINGS>(
  Object.entries(HEADINGS).map(([key, id]) => [id, key as keyof typeof HEADINGS]),
);
const HEADING_PX = 34;

interface Props {
  user: SessionUser;
  openUuid: string | null;
  ids: readonly number[];
  /** Rows that came with the ids. */
  seeds: readonly TicketItem[];
  hasMore: boolean;
  onEnd: () => void;
}

/** How many rows before the end older ones are asked for. */
const AHEAD_ROWS = 10;
const OVERSCAN_ROWS = 6;

/** The rows of a list, of which only those in sight exist. */
export function TicketRows({ user, openUuid, ids: fresh, seeds, hasMore, onEnd }: Props) {
  const { t } = useTexts();
  const guard = useAimGuard(fresh);
  const { ids } = guard;
  const selection = useSelection();
  const drafts = useDrafts();

  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isTicket(ids[index] ?? 0) ? TICKET_ROW_PX : HEADING_PX),
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN_ROWS,
  });
  const places = virtual.getVirtualItems();
  const last = places.at(-1)?.index ?? 0;
  const items = useTicketItems(ids, seeds, { from: places[0]?.index ?? 0, to: last });
  useScrollAnchor(scroller, ids, TICKET_ROW_PX);
  useEffect(() => {
    if (hasMore && last >= ids.length - AHEAD_ROWS) onEnd();
  }, [hasMore, last, ids.length, onEnd]);

  const commands = useTicketCommands(user);
  const showMenu = useTicketDialogs((dialogs) => dialogs.showMenu);
  const openId = [...items.values()].find(({ uuid }) => uuid === openUuid)?.id ?? null;
  const keys = useRowKeys({
    ids,
    openId,
    reveal: (index) => virtual.scrollToIndex(index),
    onKey: (event, id) => {
      if (onSelectionKey(event, id, ids)) return true;
      const ticket = items.get(id);
      if (!ticket) return false;
      if (isMenuKey(event)) {
        const box = event.currentTarget.querySelector(`[data-row="${id}"]`)?.getBoundingClientRect();
        showMenu({ ticket, x: (box?.left ?? 0) + 72, y: (box?.top ?? 0) + 48 });
        return true;
      }
      guard.release();
      return commands.onKey(event, ticket);
    },
  });

  useWantedFocus(scroller, keys.activeId);
  useKeptFocus(scroller, ids, keys.focusedId);

  const onClick = (event: MouseEvent, ticket: TicketItem) => {
    if (event.shiftKey) selection.extendTo(ticket.id, ids);
    else if (event.ctrlKey || event.metaKey) selection.toggle(ticket.id);
    else commands.run('open', ticket);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside
    <div ref={scroller} className={classes.scroller} onKeyDown={keys.onKeyDown} {...guard.handlers}>
      <ul
        className={classes.list}
        aria-label={t('tickets:list')}
        style={{ height: virtual.getTotalSize() }}
        data-testid="ticket-list"
      >
        {places.map(({ index, key, start, size }) => {
          const id = ids[index] ?? 0;
          const ticket = items.get(id);
          const heading = HEADING_KEYS.get(id);
          return (
            <li
              key={key}
              className={classes.item}
              style={{ transform: `translateY(${start}px)`, height: size }}
              data-row={id}
              aria-setsize={hasMore ? -1 : ids.length}
              aria-posinset={index + 1}
              onContextMenu={(event) => {
                if (!ticket) return;
                event.preventDefault();
                showMenu({ ticket, x: event.clientX, y: event.clientY });
              }}
            >
              {heading ? (
                <span className={classes.heading} role={heading === 'loading' ? 'status' : undefined}>
                  {t(`tickets:sections.${heading}`)}
                </span>
              ) : null}
              {ticket ? (
                <TicketRow
                  ticket={ticket}
                  draft={drafts.get(id) ?? null}
                  selected={ticket.uuid === openUuid}
                  checked={selection.ids.has(id)}
                  selecting={selection.ids.size > 0}
                  focusable={id === keys.activeId}
                  own={ticket.userId === user.id}
                  mayAct={mayActOn(ticket, user)}
                  busy={commands.isPending}
                  onFocus={keys.onFocusRow}
                  onClick={(event) => onClick(event, ticket)}
                  onCheck={(extend) => (extend ? selection.extendTo(id, ids) : selection.toggle(id))}
                  onAct={(action) => {
                    guard.release();
                    commands.run(action, ticket);
                  }}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Takes the keys when somebody asked for the list, unless they have gone on to something else. */
function useWantedFocus(scroller: RefObject<HTMLElement | null>, activeId: number | null): void {
  const { wantsFocus, listHasFocus } = useTicketsView();
  useEffect(() => {
    if (!wantsFocus || !scroller.current || activeId === null) return;
    listHasFocus();
    const held = document.activeElement;
    if (held === document.body || held?.closest('[data-ticket-panel]')) focusRow(scroller.current, activeId);
  }, [wantsFocus, listHasFocus, scroller, activeId]);
}

/** A row that leaves hands the keys to the one that takes its place, and the last one to the tab above. */
function useKeptFocus(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly number[],
  focusedId: number | null,
): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const place = focusedId === null ? -1 : before.current.indexOf(focusedId);
    before.current = ids;
    if (place < 0 || focusedId === null || ids.includes(focusedId)) return;
    const next = ids[Math.min(place, ids.length - 1)];
    if (next !== undefined && scroller.current && document.activeElement === document.body)
      focusRow(scroller.current, next);
  }, [scroller, ids, focusedId]);
  useLayoutEffect(() => {
    const list = scroller.current;
    return () => {
      if (list?.contains(document.activeElement)) useTicketsView.getState().focusList();
    };
  }, [scroller]);
}

const isMenuKey = ({ key, shiftKey }: { key: string; shiftKey: boolean }) =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Ctrl+A, X, Shift with the arrows, Escape. */
function onSelectionKey(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean },
  id: number,
  ids: readonly number[],
): boolean {
  const selection = useSelection.getState();
  const key = event.key.toLowerCase();
  if (key === 'a' && (event.ctrlKey || event.metaKey)) selection.all(ids);
  else if (key === 'x' && !event.ctrlKey && !event.metaKey) selection.toggle(id);
  else if (key === 'escape' && selection.ids.size > 0) selection.clear();
  else if (event.shiftKey && (key === 'arrowdown' || key === 'arrowup')) {
    const next = ids[ids.indexOf(id) + (key === 'arrowdown' ? 1 : -1)];
    if (selection.anchor === null) selection.toggle(id);
    if (next !== undefined) selection.extendTo(next, ids);
    // The focus moves as well.
    return false;
  } else return false;
  return true;
}
