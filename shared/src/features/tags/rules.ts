interface TagChange {
  /** All that the ticket is to carry. */
  tagIds: readonly number[];
  /** The tags the agent saw; absent: all its tags are replaced. */
  before?: readonly number[] | undefined;
}

/** Applies only the difference to the tags seen: colleagues or earlier commands may have changed others meanwhile. */
export function tagsAfter(now: readonly number[], { tagIds, before = now }: TagChange): number[] {
  const kept = now.filter((id) => tagIds.includes(id) || !before.includes(id));
  return [...new Set([...kept, ...tagIds.filter((id) => !before.includes(id))])].sort((a, b) => a - b);
}
