import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText } from '../../contract/fields.ts';
import { TITLE } from '../../contract/limits.ts';
import { MAX_DEADLINE_POLICIES } from './limits.ts';
import { deadlineTargets, deadlineTickets } from './policy.ts';
import { deadlinePolicy } from './row.ts';

/** Policies of deadlines: until when customers are answered and finished. */

const params = z.object({ deadlinePolicyId: idText });
const common = { access: 'deadlines:manage' } as const;
const fields = z.object({
  name: z.string().trim().min(TITLE.min).max(TITLE.max),
  /** Switched on it counts time from then on. */
  active: z.boolean(),
  targets: deadlineTargets,
  tickets: deadlineTickets,
  businessHours: z.boolean(),
});
export type DeadlinePolicyFields = z.output<typeof fields>;

/** They come in their order: the first that fits a ticket is the one. */
export const listDeadlinePolicies = route({
  method: 'GET',
  path: '/deadline-policies',
  access: 'session',
  response: z.object({ deadlinePolicies: z.array(deadlinePolicy) }),
});

const fieldErrors = [
  'ERR_DEADLINE_POLICY_NAME_TAKEN',
  'ERR_DEADLINE_POLICY_EMPTY',
  'ERR_DEADLINE_POLICY_REFERENCE',
] as const;

/** A new one stands behind all others. */
export const createDeadlinePolicy = route({
  ...common,
  method: 'POST',
  path: '/deadline-policies',
  screen: true,
  body: fields,
  response: deadlinePolicy,
  status: 201,
  errors: [...fieldErrors, 'ERR_TOO_MANY_DEADLINE_POLICIES'],
});

/** What is left out stays. Tickets under way follow at once. */
export const updateDeadlinePolicy = route({
  ...common,
  method: 'PUT',
  path: '/deadline-policies/:deadlinePolicyId',
  screen: true,
  params,
  body: fields.partial(),
  response: deadlinePolicy,
  errors: ['ERR_NO_DEADLINE_POLICY_FOUND', ...fieldErrors],
});

export const deleteDeadlinePolicy = route({
  ...common,
  method: 'DELETE',
  path: '/deadline-policies/:deadlinePolicyId',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_DEADLINE_POLICY_FOUND'],
});

/** Those that are not named stay behind these, as they were. */
export const orderDeadlinePolicies = route({
  ...common,
  method: 'PUT',
  path: '/deadline-policies',
  screen: true,
  body: z.object({ deadlinePolicyIds: z.array(id).min(1).max(MAX_DEADLINE_POLICIES) }),
  status: 204,
  errors: ['ERR_NO_DEADLINE_POLICY_FOUND'],
});
