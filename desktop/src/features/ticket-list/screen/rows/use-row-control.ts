import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useStableHandlers } from '../../../../renderer/kit/use-stable-handlers.ts';
import { useTicketDialogs } from '../acts/dialogs-store.ts';
import { ACT_KEYS, SELECTED_ACTS, type SelectedAct } from '../acts/ticket-acts.ts';
import { useTicketCommands } from '../acts/use-ticket-commands.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useAskSelected } from '../bulk/use-ask-selected.ts';
import { useStepKeys } from '../use-step-keys.ts';
import type { RowHandlers } from './ticket-row.tsx';
import { useKeptFocus, useWantedFocus } from './use-row-focus.ts';
import { useRowKeys } from './use-row-keys.ts';

interface Deps {
  user: SessionUser;
  openUuid: string | null;
  ids: readonly number[];
  items: ReadonlyMap<number, TicketItem>;
  scroller: RefObject<HTMLDivElement | null>;
  reveal: (index: number) => void;
  /** Something is done with a row: the rows may change their places again. */
  release: () => void;
  /** @returns whether the key was meant for the preview of a row */
  onPreviewKey: (event: KeyboardEvent, row: Element) => boolean;
}

interface PlaceHandlers extends RowHandlers {
  onMenu(event: MouseEvent, ticket: TicketItem): void;
}

/** The control of a list's rows: by the pointer, by keys, and the focus. */
export function useRowControl({ user, openUuid, ids, items, scroller, reveal, ...told }: Deps) {
  const commands = useTicketCommands(user);
  const showMenu = useTicketDialogs((dialogs) => dialogs.showMenu);
  const { extendTo, toggle } = useSelection.getState();
  const askSelected = useAskSelected(user);
  const openId = useOpenId(openUuid);
  const keys = useRowKeys({
    ids,
    openId,
    reveal,
    onKey: (event, id) => {
      if (told.onPreviewKey(event, rowAt(event, id))) return true;
      if (onSelectionKey(event, id, ids)) return true;
      const act = useSelection.getState().ids.size > 0 ? selectedActOf(event) : null;
      if (act) {
        askSelected(act, rowAt(event, id));
        return true;
      }
      const ticket = items.get(id);
      if (!ticket) return false;
      if (isMenuKey(event)) {
        showMenu({ ticket, ...besideRow(event, id) });
        return true;
      }
      told.release();
      return commands.onKey(event, ticket, rowAt(event, id));
    },
  });
  useStepKeys({ ids, openId, reveal, open: (ticket) => commands.run('open', ticket) });
  useWantedFocus(scroller, keys.activeId);
  useKeptFocus(scroller, ids, keys.focusedId);

  const handlers = useStableHandlers<PlaceHandlers>({
    focus: keys.onFocusRow,
    press: commands.prepare,
    click(event, ticket) {
      if (event.shiftKey) extendTo(ticket.id, ids);
      else if (event.ctrlKey || event.metaKey) toggle(ticket.id);
      else commands.run('open', ticket);
    },
    check: (id, extend) => (extend ? extendTo(id, ids) : toggle(id)),
    act(act, ticket) {
      told.release();
      commands.run(act, ticket);
    },
    onMenu(event, ticket) {
      event.preventDefault();
      showMenu({ ticket, x: event.clientX, y: event.clientY });
    },
  });
  return { handlers, onKeyDown: keys.onKeyDown, activeId: keys.activeId, isBusy: commands.isPending };
}

/** The number of the ticket that is open beside the list. */
function useOpenId(openUuid: string | null): number | null {
  const { data } = useBridgeQuery('tickets.get', { uuid: openUuid ?? '' }, { enabled: openUuid !== null });
  return openUuid === null ? null : (data?.id ?? null);
}

const rowAt = ({ currentTarget }: KeyboardEvent<HTMLElement>, id: number): Element =>
  currentTarget.querySelector(`[data-row="${id}"]`) ?? currentTarget;

/** The position of a row's menu that a key opens. */
function besideRow(event: KeyboardEvent<HTMLElement>, id: number) {
  const box = rowAt(event, id).getBoundingClientRect();
  return { x: box.left + 72, y: box.top + 48 };
}

const isMenuKey = ({ key, shiftKey }: { key: string; shiftKey: boolean }) =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** While rows are selected, these keys are for all of them. */
function selectedActOf({ key, ctrlKey, metaKey }: KeyboardEvent): SelectedAct | null {
  if (ctrlKey || metaKey) return null;
  return SELECTED_ACTS.find((act) => ACT_KEYS[act] === key.toUpperCase()) ?? null;
}

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
