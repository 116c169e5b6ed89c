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

interface DraggedCard {
  element: HTMLElement;
  ticketId: number;
  name: string;
  from: number | null;
}

/** Lets a hand carry a card. The mark is set without drawing anything again. @returns what ends it */
export function dragCard({ element, ...card }: DraggedCard): () => void {
  return draggable({
    element,
    getInitialData: () => ({ kind: 'card', ...card }),
    onDragStart: () => element.setAttribute('data-dragged', ''),
    onDrop: () => element.removeAttribute('data-dragged'),
  });
}

interface DraggedLane {
  element: HTMLElement;
  handle: HTMLElement;
  tagId: number;
}

export function dragLane({ element, handle, tagId }: DraggedLane): () => void {
  return draggable({
    element,
    dragHandle: handle,
    getInitialData: () => ({ kind: 'lane', tagId }),
    onDragStart: () => element.setAttribute('data-dragged', ''),
    onDrop: () => element.removeAttribute('data-dragged'),
  });
}
