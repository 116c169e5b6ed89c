import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** What a hand carries over the board. */
export type Dragged =
  | { kind: 'card'; ticketId: number; name: string; from: number | null }
  | { kind: 'lane'; tagId: number };

/** What lies under it: a lane, and its place from the left. */
export interface Target {
  tagId: number | null;
  index: number;
}

/** The library carries any object; only those that this board has given are read. */
export const draggedIn = ({ data }: { data: Record<string | symbol, unknown> }): Dragged | null =>
  data.kind === 'card' || data.kind === 'lane' ? (data as unknown as Dragged) : null;
export const targetIn = ({ data }: { data: Record<string | symbol, unknown> }): Target =>
  data as unknown as Target;

const carried = new WeakMap<Element, Dragged>();

/** What a finger on this element would carry; null: nothing that moves. */
export function carriedAt(element: Element): { root: HTMLElement; dragged: Dragged } | null {
  const root = element.closest<HTMLElement>('[data-carried]');
  const dragged = root && carried.get(root);
  if (!dragged) return null;
  return dragged.kind === 'card' || element.closest('[data-handle]') ? { root, dragged } : null;
}

/** The library moves by a mouse, `useTouchDrag` by a finger. */
function carry(element: HTMLElement, dragged: Dragged, handle?: HTMLElement): () => void {
  carried.set(element, dragged);
  element.setAttribute('data-carried', '');
  handle?.setAttribute('data-handle', '');
  const end = draggable({
    element,
    ...(handle ? { dragHandle: handle } : {}),
    getInitialData: () => ({ ...dragged }),
    onDragStart: () => element.setAttribute('data-dragged', ''),
    onDrop: () => element.removeAttribute('data-dragged'),
  });
  return () => {
    end();
    carried.delete(element);
    element.removeAttribute('data-carried');
  };
}

const targets = new WeakMap<Element, Target>();

/** Tells fingers which lane an element is. */
export function markTarget(element: HTMLElement, target: Target): void {
  targets.set(element, target);
  element.setAttribute('data-lane', '');
}

/** The lane at a place of the window. */
export function targetAt(x: number, y: number): { lane: HTMLElement; target: Target } | null {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]');
  const target = lane && targets.get(lane);
  return target ? { lane, target } : null;
}

interface DraggedCard {
  element: HTMLElement;
  ticketId: number;
  name: string;
  from: number | null;
}

/** Lets a hand carry a card. The mark is set without drawing anything again. @returns what ends it */
export const dragCard = ({ element, ...card }: DraggedCard): (() => void) =>
  carry(element, { kind: 'card', ...card });

interface DraggedLane {
  element: HTMLElement;
  handle: HTMLElement;
  tagId: number;
}

export const dragLane = ({ element, handle, tagId }: DraggedLane): (() => void) =>
  carry(element, { kind: 'lane', tagId }, handle);
