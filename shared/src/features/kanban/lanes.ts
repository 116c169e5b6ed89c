import type { TagRow } from '../tags/row.ts';

/** The lanes of the kanban board, from the first: as people have put them, then those nobody has put anywhere. */
export const lanesIn = (tags: readonly TagRow[]): TagRow[] =>
  tags
    .filter(({ kanban }) => kanban === 1)
    .toSorted((a, b) => (a.kanbanOrder ?? Infinity) - (b.kanbanOrder ?? Infinity) || a.id - b.id);

export interface CardMove {
  /** The lane that it is put into; null: into none. */
  tagId: number | null;
  /** The lane in which its mover saw it, null for none; absent: wherever it is. */
  from?: number | null | undefined;
}

/**
 * The tags of a card after a move: it leaves every lane that it is in, and its other tags stay. Null when somebody else
 * has moved it before. A lane that is gone was taken from its cards, which is nobody's move.
 */
export function tagsAfterMove(
  tagIds: readonly number[],
  { tagId, from }: CardMove,
  isLane: (id: number) => boolean,
): number[] | null {
  const lanes = tagIds.filter(isLane);
  const isThere = tagId === null ? lanes.length === 0 : lanes.length === 1 && lanes[0] === tagId;
  if (!isThere && from !== undefined) {
    const stood = from !== null && isLane(from) ? lanes.includes(from) : lanes.length === 0;
    if (!stood) return null;
  }
  const others = tagIds.filter((id) => !isLane(id));
  return [...others, ...(tagId === null ? [] : [tagId])].sort((a, b) => a - b);
}
