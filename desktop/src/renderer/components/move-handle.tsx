import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';

interface Props {
  id: number;
  /** Its place in the list. */
  index: number;
  label: string;
  hint: string;
  onPlace: (id: number, index: number) => void;
}

/** What a row of a table is carried by, with a mouse or by keys. */
export function MoveHandle({ id, index, label, hint, onPlace }: Props) {
  const handle = useRef<HTMLButtonElement>(null);
  const place = useRef(onPlace);
  place.current = onPlace;
  useEffect(() => {
    const button = handle.current;
    const row = button?.closest('tr');
    if (!button || !row) return;
    const ends = [
      draggable({
        element: row,
        dragHandle: button,
        getInitialData: () => ({ movedId: id }),
        onDragStart: () => row.setAttribute('data-dragged', ''),
        onDrop: () => row.removeAttribute('data-dragged'),
      }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => typeof source.data.movedId === 'number' && source.data.movedId !== id,
        onDragEnter: () => row.setAttribute('data-over', ''),
        onDragLeave: () => row.removeAttribute('data-over'),
        onDrop({ source }) {
          row.removeAttribute('data-over');
          place.current(Number(source.data.movedId), index);
        },
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [id, index]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onPlace(id, index + step);
  };
  return (
    <Tooltip label={hint}>
      <ActionIcon ref={handle} variant="subtle" color="gray" aria-label={label} onKeyDown={onKeyDown}>
        <IconGripVertical size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
