import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CLICKED, isClicked } from '../../../../renderer/components/message/is-clicked.ts';
import { ACTIONS, type ActionName } from '../actions/actions.ts';
import type { ConversationRow } from './conversation-rows.ts';

interface Deps {
  rows: readonly ConversationRow[];
  scroller: React.RefObject<HTMLDivElement | null>;
  showIndex: (index: number) => void;
  onAction: (name: ActionName, row: ConversationRow) => void;
  onMenu: (row: ConversationRow, target: HTMLElement) => void;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys lead from message to message; letters act on the one that has the focus. */
export function useMessageKeys({ rows, scroller, showIndex, onAction, onMenu }: Deps) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (!wantsFocus.current || activeId === null) return;
    // The row may have come into being with this very scroll.
    const frame = requestAnimationFrame(() => {
      wantsFocus.current = false;
      elementOf(scroller.current, activeId)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  });

  // An agent who has only clicked on a message is about to write, not to act on it.
  useEffect(() => {
    const log = scroller.current;
    const click = () => log?.setAttribute(CLICKED, '');
    const leave = () => log?.removeAttribute(CLICKED);
    log?.addEventListener('click', click);
    log?.addEventListener('focusout', leave);
    return () => {
      log?.removeEventListener('click', click);
      log?.removeEventListener('focusout', leave);
    };
  }, [scroller]);

  /** Moves to the next message in a direction, past events, which have no actions. */
  const go = (from: number, step: number) => {
    let index = from;
    while (rows[index]?.message.mediaType === 'event') index += step;
    const row = rows[index];
    if (!row) return;
    const element = elementOf(scroller.current, row.message.id);
    element?.focus({ preventScroll: true });
    wantsFocus.current = element === null;
    setActiveId(row.message.id);
    showIndex(index);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = target.dataset.messageId;
    const index = rows.findIndex(({ message }) => message.id === id);
    const row = rows[index];
    const step = STEPS[key];
    // From the log itself the keys lead to its newest message; inside a player or a link they are the player's.
    if (step && (row || target === scroller.current)) {
      event.preventDefault();
      if (row) go(index + step, step);
      else go(rows.length - 1, -1);
      return;
    }
    if (!row) return;
    const action = ACTIONS.find((one) => one.key === (key.length === 1 ? key.toLowerCase() : key));
    // A letter typed for the field has already moved the focus there.
    if (action && target === document.activeElement && !isClicked(target)) {
      event.preventDefault();
      onAction(action.name, row);
    } else if (key === 'Enter' || key === 'ContextMenu') {
      event.preventDefault();
      onMenu(row, target);
    }
  };

  return { activeId, setActiveId, onKeyDown };
}

export const elementOf = (within: HTMLElement | null, id: string): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`) ?? null;
