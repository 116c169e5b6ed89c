import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  rule: AutomationRow;
  index: number;
  onPlace: (id: number, index: number) => void;
}

/** What a rule's row is carried by, with a mouse or by keys. */
export function MoveHandle({ rule: { id, name }, index, onPlace }: Props) {
  const { t } = useTexts();
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
        getInitialData: () => ({ automationId: id }),
        onDragStart: () => row.setAttribute('data-dragged', ''),
        onDrop: () => row.removeAttribute('data-dragged'),
      }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) =>
          typeof source.data.automationId === 'number' && source.data.automationId !== id,
        onDragEnter: () => row.setAttribute('data-over', ''),
        onDragLeave: () => row.removeAttribute('data-over'),
        onDrop({ source }) {
          row.removeAttribute('data-over');
          place.current(Number(source.data.automationId), index);
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
    <Tooltip label={t('automations:moveHint')}>
      <ActionIcon
        ref={handle}
        variant="subtle"
        color="gray"
        aria-label={t('automations:move', { name })}
        onKeyDown={onKeyDown}
      >
        <IconGripVertical size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
