const DAY_MS = 86_400_000;

/** Whole days to a calendar day, YYYY-MM-DD; negative when it is past. */
export function daysUntil(day: string, now: Date): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.parse(day) - today) / DAY_MS);
}

/**
 * The colour of a row: five days ahead yellow, from three days past until four ahead orange, earlier red.
 *
 * @param dueDate YYYY-MM-DD, the last day that is paid
 */
export function dueTone(dueDate: string | null, now: Date): 'soon' | 'due' | 'past' | undefined {
  if (!dueDate) return undefined;
  const days = daysUntil(dueDate, now);
  if (days <= -4) return 'past';
  if (days <= 4) return 'due';
  return days === 5 ? 'soon' : undefined;
}
