import { type KeyboardEvent, useState } from 'react';
import { isTicket } from '../../../../renderer/components/ticket/use-ticket-items.ts';

const PAGE_ROWS = 8;

interface Keys {
  ids: readonly number[];
  /** The ticket that is open, from which the arrows begin. */
  openId: number | null;
  reveal: (index: number) => void;
  /** Any other key on a row. @returns whether it meant something */
  onKey: (event: KeyboardEvent<HTMLElement>, id: number) => boolean;
}

/** One row of the list takes part in tabbing; arrows, J and K, page keys, Home and End move it. */
export function useRowKeys({ ids, openId, reveal, onKey }: Keys) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = chosenId === null ? -1 : ids.indexOf(chosenId);
  const opened = chosen < 0 && openId !== null ? ids.indexOf(openId) : -1;
  const activeIndex = chosen >= 0 ? chosen : opened >= 0 ? opened : ids.findIndex(isTicket);
  const activeId = ids[activeIndex] ?? null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (activeId === null || event.altKey || isTyping(event.target)) return;
    if (onKey(event, activeId)) {
      event.preventDefault();
      return;
    }
    const target = rowFor(targetOf(stepOf(event), activeIndex, ids.length), activeIndex, ids);
    const id = target === null ? undefined : ids[target];
    if (target === null || id === undefined) return;
    event.preventDefault();
    setChosenId(id);
    reveal(target);
    focusRow(event.currentTarget, id);
  };
  return { activeId, focusedId: chosenId, onKeyDown, onFocusRow: setChosenId };
}

/** Reading rows never takes longer. */
const MAX_FRAMES = 120;

/**
 * A row far away exists only after the list has scrolled to it and read it; a focus that has moved elsewhere stays
 * there.
 */
export function focusRow(list: HTMLElement, id: number, frames = MAX_FRAMES): void {
  const row = list.querySelector<HTMLElement>(`[data-row="${id}"] button`);
  const held = document.activeElement;
  if (row) row.focus();
  else if (frames > 0 && (frames === MAX_FRAMES || held === document.body || list.contains(held)))
    requestAnimationFrame(() => focusRow(list, id, frames - 1));
}

/** Letters that stand for arrows; with Ctrl they open the palette. */
const LETTERS: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp' };
const stepOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  ctrlKey || metaKey ? key : (LETTERS[key] ?? key);

const isTyping = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox';

/**
 * Headings are among the rows and take no focus: the next row in the same direction does, else the one on the other
 * side.
 */
export function rowFor(target: number | null, from: number, ids: readonly number[]): number | null {
  if (target === null) return null;
  const back = target < from ? -1 : 1;
  const near = target === 0 ? [0, 1] : [target, target + back, target - back];
  return near.find((index) => isTicket(ids[index] ?? 0)) ?? null;
}

function targetOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'PageDown') return Math.min(index + PAGE_ROWS, count - 1);
  if (key === 'PageUp') return Math.max(index - PAGE_ROWS, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
