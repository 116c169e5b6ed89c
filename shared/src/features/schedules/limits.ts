/** Limits of scheduled messages. */
export const SCHEDULE = {
  minChars: 5,
  /** Shown in the table. */
  cutChars: 25,
  /** A new one goes out so much later than now. */
  aheadMs: 3_600_000,
  files: ['image/png', 'image/jpeg'],
} as const;

/** Sent, or failed. What they said stands in the conversations. */
export const SCHEDULES_KEPT_DAYS = 180;
