/** Why the bot is silent for what is left of a service cycle. */
export const BOT_ENDS = [
  /** The menu came to its end, and people follow. */
  'done',
  /** Out of hours: it begins anew when the customer writes in hours. */
  'closed',
  /** Nobody has chosen the queue that it waits in: the bot begins with its menu when the customer writes in hours. */
  'placed',
  /** The customer said nothing for too long. */
  'silent',
  /** Somebody has had the ticket, or spoken in it. */
  'person',
  /** An agent switched it off, or it may not answer here. */
  'off',
  'limit',
  'repeats',
  'failed',
] as const;
export type BotEnd = (typeof BOT_ENDS)[number];
