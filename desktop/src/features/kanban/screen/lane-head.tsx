import type { TagRow } from '@balcao/shared/features/tags/row.ts';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { dragLane } from './dragged.ts';
import classes from './kanban.module.css';

interface Props {
  tag: TagRow | null;
  name: string;
  total: string;
  index: number;
  /** What the hand carries is the whole lane. */
  lane: RefObject<HTMLElement | null>;
  onPlace: ((tagId: number, place: number) => void) | undefined;
}

/** The name of a lane and the number of its cards; for those who order them a handle, which keys move too. */
export function LaneHead({ tag, name, total, index, lane, onPlace }: Props) {
  const { t } = useTexts();
  const handle = useRef<HTMLButtonElement>(null);
  const wasMoved = useRef(false);
  const tagId = tag?.id;
  useEffect(() => {
    if (tagId === undefined || !handle.current || !lane.current) return;
    return dragLane({ element: lane.current, handle: handle.current, tagId });
  }, [tagId, lane]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || tagId === undefined) return;
    event.preventDefault();
    wasMoved.current = true;
    onPlace?.(tagId, index + step);
  };
  // The page takes a lane out and puts it in again, and the focus would be lost with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new place is what calls for it
  useEffect(() => {
    if (wasMoved.current) handle.current?.focus();
    wasMoved.current = false;
  }, [index]);
  return (
    <header className={classes.laneHead}>
      <span
        className={classes.dot}
        style={{ background: tag?.color ?? 'var(--line-strong)' }}
        aria-hidden="true"
      />
      <h2 className={classes.laneName} title={name}>
        {name}
      </h2>
      <span className={classes.total} data-testid="kanban-total">
        {total}
      </span>
      {onPlace ? (
        <button
          ref={handle}
          type="button"
          className={classes.handle}
          aria-label={t('kanban:moveLane', { name })}
          title={t('kanban:moveLaneHint')}
          onKeyDown={onKeyDown}
        >
          <IconGripVertical size={16} stroke={1.7} aria-hidden />
        </button>
      ) : null}
    </header>
  );
}
