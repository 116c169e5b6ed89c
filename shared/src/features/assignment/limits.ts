export const ASSIGNMENT_LIMITS = {
  /** More open tickets than anybody serves. */
  capacity: 1_000,
  /** A year. */
  knownDays: 365,
  /** A week. */
  overflowMinutes: 10_080,
  /** Of somebody who is away. */
  awayDays: 366,
} as const;
