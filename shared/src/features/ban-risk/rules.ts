import { z } from 'zod';

/**
 * How likely WhatsApp is to restrict a number for what its connection does. WhatsApp says nowhere what it counts: these
 * are judgements, made of what got numbers restricted.
 */

export const banRiskFacts = z.object({
  /** First messages of ours to people with whom the connection had no word before: in this hour, and in a day. */
  newChatsHour: z.int(),
  newChatsDay: z.int(),
  budgetHour: z.int(),
  budgetDay: z.int(),
  /** What became of those to whom its campaigns wrote last. */
  sent: z.int(),
  /** Without those that WhatsApp refused. */
  failed: z.int(),
  /** WhatsApp did not let the number write to so many, whoever wrote. */
  refused: z.int(),
  /** So many of those who were sent to want no campaigns any more. */
  optedOut: z.int(),
  connectionAgeDays: z.int(),
  /** Where the company is. */
  isNight: z.boolean(),
});
export type BanRiskFacts = z.output<typeof banRiskFacts>;

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const RISK_REASONS = ['newChats', 'refused', 'failed', 'optedOut', 'young', 'night'] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

export const banRiskResult = z.object({
  level: z.enum(RISK_LEVELS),
  /** 0 to 100. */
  score: z.int(),
  /** What the score is made of, the weightiest first. */
  reasons: z.array(z.object({ reason: z.enum(RISK_REASONS), points: z.int() })),
});
export type BanRisk = z.output<typeof banRiskResult>;

/** From so many points on. */
const LEVELS_FROM = { medium: 30, high: 60 };
/** One of the first few tells nothing of the others. */
const SHARES_FROM = 20;
/** A connection younger than that is watched more closely than one that WhatsApp has known for long. */
export const YOUNG_DAYS = 30;

const atMost = (most: number, points: number) => Math.max(0, Math.min(most, Math.round(points)));

/** What each fact adds. Each of the first two can make the risk high alone, and each share no more than a third of it. */
const POINTS: Record<RiskReason, (facts: BanRiskFacts) => number> = {
  // Half of the budget is free; all of it is 40 points.
  newChats: ({ newChatsHour, newChatsDay, budgetHour, budgetDay }) =>
    atMost(60, (Math.max(newChatsHour / budgetHour, newChatsDay / budgetDay) - 0.5) * 80),
  // The plainest sign there is: it restricts the number already, if only towards strangers.
  refused: ({ refused }) => atMost(60, refused * 25),
  // Numbers without WhatsApp are the mark of a list that was bought. One in five is as bad as it gets.
  failed: ({ sent, failed }) =>
    sent + failed < SHARES_FROM ? 0 : atMost(30, (failed / (sent + failed)) * 150),
  // Whoever does not write SAIR reports: one in twenty is as bad as it gets.
  optedOut: ({ sent, optedOut }) => (sent < SHARES_FROM ? 0 : atMost(30, (optedOut / sent) * 600)),
  young: ({ connectionAgeDays }) => (connectionAgeDays < 7 ? 15 : connectionAgeDays < YOUNG_DAYS ? 8 : 0),
  // People begin no conversations at night.
  night: ({ isNight, newChatsHour }) => (isNight && newChatsHour > 0 ? 10 : 0),
};

export function banRisk(facts: BanRiskFacts): BanRisk {
  const reasons = RISK_REASONS.map((reason) => ({ reason, points: POINTS[reason](facts) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  const score = Math.min(
    100,
    reasons.reduce((sum, { points }) => sum + points, 0),
  );
  const level = score >= LEVELS_FROM.high ? 'high' : score >= LEVELS_FROM.medium ? 'medium' : 'low';
  return { level, score, reasons };
}

export interface Budget {
  hour: number;
  day: number;
}

/**
 * Thirty to forty first messages a day got young accounts restricted, so these begin well below and take weeks to get
 * there. Numbers of months were seen to bear some hundreds. Less than half of a day in any hour: evenly is how people work.
 */
const BUDGETS: readonly (Budget & { fromDays: number })[] = [
  { fromDays: 180, hour: 80, day: 300 },
  { fromDays: 90, hour: 40, day: 150 },
  { fromDays: 30, hour: 20, day: 70 },
  { fromDays: 7, hour: 12, day: 30 },
  { fromDays: 0, hour: 8, day: 20 },
];

/** How many conversations a connection of this age may begin in an hour and in a day. */
export function budgetFor(ageDays: number): Budget {
  const { hour, day } = BUDGETS.find(({ fromDays }) => ageDays >= fromDays) ?? { hour: 8, day: 20 };
  return { hour, day };
}

export const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** Conversations that a connection began in one hour of the clock. */
export interface NewChats {
  hour: Date;
  count: number;
}

export interface BudgetUse {
  /** In the present hour of the clock, and in the day that ends with it. */
  hour: number;
  day: number;
  /** When the next may begin; null: now. */
  freesAt: Date | null;
}

/** A day is 24 hours of the clock, the present one among them: it does not begin anew at a midnight, with a burst. */
export function budgetUse(counted: readonly NewChats[], budget: Budget, now: Date): BudgetUse {
  const present = Math.floor(now.getTime() / HOUR_MS);
  const hours = counted.map(({ hour, count }) => ({ hour: Math.floor(hour.getTime() / HOUR_MS), count }));
  const sum = (from: number, to: number) =>
    hours.reduce((total, { hour, count }) => (hour >= from && hour <= to ? total + count : total), 0);
  const isFree = (hour: number) =>
    sum(hour, hour) < budget.hour && sum(hour - DAY_HOURS + 1, hour) < budget.day;
  let next = present;
  while (!isFree(next)) next += 1;
  return {
    hour: sum(present, present),
    day: sum(present - DAY_HOURS + 1, present),
    freesAt: next === present ? null : new Date(next * HOUR_MS),
  };
}
