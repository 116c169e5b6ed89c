/** More than any desk tells apart, and few enough to look through whenever a ticket changes. */
export const MAX_DEADLINE_POLICIES = 50;

export const LIMITS = {
  ids: 50,
  /** 30 days. */
  minutes: 43_200,
} as const;
