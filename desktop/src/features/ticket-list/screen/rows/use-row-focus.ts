import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { focusRow, rowFor } from './use-row-keys.ts';

/** Takes the focus when the list was requested, unless it has moved elsewhere meanwhile. */
export function useWantedFocus(scroller: RefObject<HTMLElement | null>, activeId: number | null): void {
  const { wantsFocus, listHasFocus } = useTicketsView();
  useEffect(() => {
    if (!wantsFocus || !scroller.current || activeId === null) return;
    listHasFocus();
    const held = document.activeElement;
    if (held === document.body || held?.closest('[data-ticket-panel]')) focusRow(scroller.current, activeId);
  }, [wantsFocus, listHasFocus, scroller, activeId]);
}

/** A row that disappears passes the focus to the one in its place or nearest, and the last one to the tab above. */
export function useKeptFocus(
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
