import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { mayActOn } from '../../../components/ticket/may-act-on.ts';
import { useBridgeQuery } from '../../../kit/bridge-query.ts';
import { useTicketsView } from '../../../kit/tickets-view.ts';
import { useNarrow } from '../../../kit/use-narrow.ts';
import { useStableHandlers } from '../../../kit/use-stable-handlers.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import { useTicketDialogs } from '../acts/dialogs-store.ts';
import { useTicketCommands } from '../acts/use-ticket-commands.ts';
import { isTicket, useSelection } from '../bulk/selection-store.ts';
import { headingOf } from '../headings.ts';
import { AHEAD_ROWS } from '../use-shown-tickets.ts';
import { useStepKeys } from '../use-step-keys.ts';
import { useTicketItems } from '../use-ticket-list.ts';
import { NewAbove } from './new-above.tsx';
import { TicketPlace } from './ticket-place.tsx';
import { type RowHandlers, TICKET_ROW_PX } from './ticket-row.tsx';
import classes from './ticket-rows.module.css';
import { useClickGuard } from './use-click-guard.ts';
import { useDrafts } from './use-drafts.ts';
import { useNewAbove } from './use-new-above.ts';
import { useOpenUuid } from './use-open-uuid.ts';
import { useReadAhead } from './use-read-ahead.ts';
import { focusRow, rowFor, useRowKeys } from './use-row-keys.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

const HEADING_PX = 34;

interface Props {
  user: SessionUser;
  ids: readonly number[];
  /** Rows that came with the ids. */
  seeds: readonly TicketItem[];
  hasMore: boolean;
  newestFirst: boolean;
  /** What is said in these tickets is on this computer. */
  readsAhead: boolean;
  onEnd: () => void;
}

const NONE: TicketItem[] = [];

const OVERSCAN_ROWS = 6;

/** The rows of a list, of which only those in sight exist. */
export function TicketRows({ user, ids: fresh, seeds, hasMore, newestFirst, readsAhead, onEnd }: Props) {
  const { t } = useTexts();
  const openUuid = useOpenUuid();
  const narrow = useNarrow();
  const guard = useClickGuard(fresh);
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
    // The next rows are there already: drawing more within the scroll's own event costs the frame.
    useFlushSync: false,
  });
  const places = virtual.getVirtualItems();
  const last = places.at(-1)?.index ?? 0;
  const items = useTicketItems(ids, seeds, { from: places[0]?.index ?? 0, to: last });
  useReadAhead(readsAhead ? places.map(({ index }) => items.get(ids[index] ?? 0)) : NONE);
  const offset = virtual.scrollOffset ?? 0;
  const news = useNewAbove(scroller, { ids, rowPx: TICKET_ROW_PX, offset, newestFirst });
  useScrollAnchor(scroller, ids, TICKET_ROW_PX);
  useEffect(() => {
    if (hasMore && last >= ids.length - AHEAD_ROWS) onEnd();
  }, [hasMore, last, ids.length, onEnd]);

  const commands = useTicketCommands(user);
  const showMenu = useTicketDialogs((dialogs) => dialogs.showMenu);
  const { data: open } = useBridgeQuery(
    'tickets.get',
    { uuid: openUuid ?? '' },
    { enabled: openUuid !== null },
  );
  const openId = openUuid === null ? null : (open?.id ?? null);
  const reveal = (index: number) => virtual.scrollToIndex(index);
  const keys = useRowKeys({
    ids,
    openId,
    reveal,
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
  useStepKeys({ ids, openId, reveal, open: (ticket) => commands.run('open', ticket) });

  useWantedFocus(scroller, keys.activeId);
  useKeptFocus(scroller, ids, keys.focusedId);

  const handlers = useStableHandlers<RowHandlers & Pick<ComponentProps<typeof TicketPlace>, 'onMenu'>>({
    focus: keys.onFocusRow,
    press: commands.prepare,
    click(event, ticket) {
      if (event.shiftKey) selection.extendTo(ticket.id, ids);
      else if (event.ctrlKey || event.metaKey) selection.toggle(ticket.id);
      else commands.run('open', ticket);
    },
    check: (id, extend) => (extend ? selection.extendTo(id, ids) : selection.toggle(id)),
    act(act, ticket) {
      guard.release();
      commands.run(act, ticket);
    },
    onMenu(event, ticket) {
      event.preventDefault();
      showMenu({ ticket, x: event.clientX, y: event.clientY });
    },
  });

  return (
    <div className={classes.root}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside */}
      <div ref={scroller} className={classes.scroller} onKeyDown={keys.onKeyDown} {...guard.handlers}>
        <ul
          className={classes.list}
          aria-label={t('tickets:list')}
          style={{ height: virtual.getTotalSize() }}
          data-selecting={selection.ids.size > 0 || undefined}
          data-testid="ticket-list"
        >
          {places.map(({ index, key, start, size }) => {
            const id = ids[index] ?? 0;
            const ticket = items.get(id);
            return (
              <TicketPlace
                key={key}
                id={id}
                ticket={ticket}
                heading={headingOf(id)}
                start={start}
                size={size}
                position={index + 1}
                count={hasMore ? -1 : ids.length}
                draft={drafts.get(id) ?? null}
                selected={ticket?.uuid === openUuid}
                checked={selection.ids.has(id)}
                selecting={selection.ids.size > 0}
                focusable={id === keys.activeId}
                mayAct={ticket !== undefined && mayActOn(ticket, user)}
                busy={commands.isPending}
                narrow={narrow}
                handlers={handlers}
                onMenu={handlers.onMenu}
              />
            );
          })}
        </ul>
      </div>
      <NewAbove count={news.count} onShow={news.toTop} />
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

/** A row that leaves hands the keys to the one that takes its place or stands nearest, and the last one to the tab above. */
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
    if (!scroller.current || document.activeElement !== document.body) return;
    const next = ids[rowFor(Math.min(place, ids.length - 1), place, ids) ?? -1];
    if (next !== undefined) focusRow(scroller.current, next);
    else useTicketsView.getState().focusList();
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
