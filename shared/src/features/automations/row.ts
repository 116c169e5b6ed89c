import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { cause, conditions, effects } from './rule.ts';

/** Why a rule rests: what it points at was deleted, it said too much to one ticket, or it failed. */
export const RESTING = ['gone', 'limit', 'failed'] as const;

/** A rule of a company: when something happens, if it is so, then it does that. For those who manage them. */
export const automation = z.object({
  id,
  name: z.string(),
  active: z.boolean(),
  /** Its place among the others: they look one after the other. */
  position: z.int(),
  cause,
  conditions,
  effects,
  /** Set by the server, until somebody switches it on or changes it; null: it does not rest. */
  resting: z.enum(RESTING).nullable(),
  restingSince: instant.nullable(),
});
export type AutomationRow = z.output<typeof automation>;

/** Rules are a matter of those who manage them: programs see what they do. */
export const automationRow = feedRow('automation', automation, {
  id: 'number',
  live: [],
  order: (a, b) => a.position - b.position || a.id - b.id,
  path: 'automations',
});
