/** More than any desk has, and few enough to look through with every message. */
export const MAX_AUTOMATIONS = 500;

export const LIMITS = {
  conditions: 20,
  effects: 20,
  ids: 50,
  words: 50,
  pattern: 200,
  text: 4_000,
  messages: 1_000,
  /** 30 days. */
  minutes: 43_200,
} as const;

/** Rules that one cause may lead to, one after the other. */
export const MAX_STEPS = 10;
/** Texts that rules say to one ticket in 24 hours; whoever would say the next one is switched off. */
export const MAX_TEXTS_A_DAY = 100;
/** What a list shows of each rule: how often it acted. */
export const COUNTED_DAYS = 30;
/** A trial looks at so many tickets, the newest first, and at so many lines of each. */
export const TRIED_TICKETS = 200;
export const TRIED_LINES = 50;
