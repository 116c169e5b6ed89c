import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import { draggedIn, markTarget } from './dragged.ts';

/** Where a lane that is carried would go. */
type Edge = 'left' | 'right';

/** A lane under the hand: a card goes into it, another lane to its place. */
export function useLaneTarget(tagId: number | null, index: number) {
  const root = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    markTarget(element, { tagId, index });
    const leave = () => {
      setOver(false);
      setEdge(null);
    };
    return dropTargetForElements({
      element,
      getData: () => ({ tagId, index }),
      canDrop({ source }) {
        const dragged = draggedIn(source);
        // Whatever is in no lane stands at the left of all.
        return dragged?.kind === 'card' ? true : dragged !== null && tagId !== null;
      },
      onDragEnter({ source }) {
        const dragged = draggedIn(source);
        if (dragged?.kind === 'card') setOver(dragged.from !== tagId);
        else if (dragged && dragged.tagId !== tagId) setEdge(sideOf(source.element, element));
      },
      onDragLeave: leave,
      onDrop: leave,
    });
  }, [tagId, index]);
  return { root, isOver, edge };
}

/** The side of the lane on which the carried one comes to stand. */
const sideOf = (carried: Element, lane: Element): Edge =>
  carried.compareDocumentPosition(lane) & Node.DOCUMENT_POSITION_FOLLOWING ? 'right' : 'left';
