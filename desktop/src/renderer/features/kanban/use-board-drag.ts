import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect } from 'react';
import { useStableHandlers } from '../../kit/use-stable-handlers.ts';
import { draggedIn, targetIn } from './dragged.ts';
import type { CardMove } from './use-board-control.ts';

interface Drops {
  onCard: (move: CardMove) => void;
  onLane: (tagId: number, place: number) => void;
}

/** What a hand drops on the board. */
export function useBoardDrag(drops: Drops): void {
  const { onCard, onLane } = useStableHandlers({ ...drops });
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => draggedIn(source) !== null,
        onDrop({ source, location }) {
          const [under] = location.current.dropTargets;
          const dragged = draggedIn(source);
          if (!under || !dragged) return;
          const { tagId, index } = targetIn(under);
          if (dragged.kind === 'card') onCard({ ...dragged, tagId });
          else onLane(dragged.tagId, index);
        },
      }),
    [onCard, onLane],
  );
}
