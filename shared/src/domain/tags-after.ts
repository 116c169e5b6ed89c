interface TagChange {
  /** All that the ticket is to carry. */
  tagIds: readonly number[];
  /** What it carried on the screen; absent: whatever it carries goes. */
  before?: readonly number[] | undefined;
}

/** Only what differs from what was seen is changed: others may have given it tags meanwhile, and so may earlier commands. */
export function tagsAfter(now: readonly number[], { tagIds, before = now }: TagChange): number[] {
  const kept = now.filter((id) => tagIds.includes(id) || !before.includes(id));
  return [...new Set([...kept, ...tagIds.filter((id) => !before.includes(id))])].sort((a, b) => a - b);
}
