import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect } from 'react';
import { useStableHandlers } from '../../../renderer/kit/use-stable-handlers.ts';
import { type Dragged, draggedIn, type Target, targetIn } from './dragged.ts';
import type { CardMove } from './use-board-control.ts';
import { useTouchDrag } from './use-touch-drag.ts';

interface Drops {
  onCard: (move: CardMove) => void;
  onLane: (tagId: number, place: number) => void;
}

/** What a hand drops on the board, by a mouse or by touch. */
export function useBoardDrag(board: RefObject<HTMLElement | null>, { onCard, onLane }: Drops): void {
  const { drop } = useStableHandlers({
    drop(dragged: Dragged, { tagId, index }: Target) {
      if (dragged.kind === 'card') onCard({ ...dragged, tagId });
      // What is in no lane stays at the left of all.
      else if (tagId !== null) onLane(dragged.tagId, index);
    },
  });
  useTouchDrag(board, drop);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => draggedIn(source) !== null,
        onDrop({ source, location }) {
          const [under] = location.current.dropTargets;
          const dragged = draggedIn(source);
          if (under && dragged) drop(dragged, targetIn(under));
        },
      }),
    [drop],
  );
}
