import { z } from 'zod';
import { DELIVERIES_KEPT_DAYS } from '../deliveries/limits.ts';
import { TOKEN_CALLS_KEPT_DAYS } from '../messages-api/rules.ts';

/** What a company may let go by age, in the order in which a night comes to it: what goes with a conversation needs no turn. */
export const RETENTION_KINDS = [
  'tickets',
  'notes',
  'files',
  'chats',
  /** Whom finished ones were sent to, and what. */
  'campaigns',
  'audit',
  'deliveries',
  'calls',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
export const isRetentionKind = (name: string): name is RetentionKind =>
  (RETENTION_KINDS as readonly string[]).includes(name);

/**
 * The fewest months, by kind: whoever may delete a log's yesterday could hide in it (`0321_audit_chains.sql`), and a campaign
 * may spare whom another one reached within a year.
 */
export const LEAST_MONTHS: Record<RetentionKind, number> = {
  tickets: 1,
  notes: 1,
  files: 1,
  chats: 1,
  campaigns: 12,
  audit: 6,
  deliveries: 1,
  calls: 1,
};

/** Without a rule they are kept for so many days; everything else for ever. */
export const DAYS_KEPT: Partial<Record<RetentionKind, number>> = {
  deliveries: DELIVERIES_KEPT_DAYS,
  calls: TOKEN_CALLS_KEPT_DAYS,
};
export const MOST_MONTHS = 240;
export const REASON_MAX_CHARS = 300;
/** A preview counts no further. */
export const COUNTED_MOST = 100_000;

export const months = z.int().min(1).max(MOST_MONTHS);
export const allows = (kind: RetentionKind, asked: number): boolean => asked >= LEAST_MONTHS[kind];
