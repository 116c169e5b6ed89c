import { z } from 'zod';
import { TITLE } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { id, idText } from '../../contract/fields.ts';
import { CURRENCIES } from '../../money/currency.ts';
import { PLAN_FLAGS } from '../../permissions.ts';

/** Plans: what companies may buy. */

const limit = z.int().min(0).max(100_000);
const flags = z.object(
  Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
    (typeof PLAN_FLAGS)[number],
    z.ZodBoolean
  >,
);

export const planView = z.object({
  id,
  name: z.string(),
  /** Cents a month. */
  value: z.int(),
  /** What the operator is paid in, the same for all plans. */
  currency: z.enum(CURRENCIES),
  users: z.int(),
  connections: z.int(),
  queues: z.int(),
  campaigns: z.int(),
  schedules: z.int(),
  ...flags.shape,
});
export type PlanView = z.output<typeof planView>;

const fields = z.object({
  name: z.string().trim().min(TITLE.min).max(TITLE.max),
  value: z.int().min(0).max(100_000_000),
  users: limit,
  connections: limit,
  queues: limit,
  campaigns: limit,
  schedules: limit,
  ...flags.shape,
});
const params = z.object({ planId: idText });

/** The plans for the sign-up page. */
export const listPublicPlans = route({
  method: 'GET',
  path: '/plans/list',
  access: 'public',
  screen: true,
  rows: 'system',
  response: z.array(planView),
});

export const listPlans = route({
  method: 'GET',
  path: '/plans/all',
  access: 'plans:manage',
  screen: true,
  rows: 'system',
  response: z.array(planView),
});

export const getPlan = route({
  method: 'GET',
  path: '/plans/:planId',
  access: 'plans:manage',
  rows: 'system',
  params,
  response: planView,
  errors: ['ERR_NO_PLAN_FOUND'],
});

export const createPlan = route({
  method: 'POST',
  path: '/plans',
  access: 'plans:manage',
  screen: true,
  rows: 'system',
  /** What is absent is as the platform's table has it: every part of the product, for a small team. */
  body: fields.partial().required({ name: true }),
  response: planView,
  status: 201,
  errors: ['ERR_PLAN_NAME_TAKEN'],
});

export const updatePlan = route({
  method: 'PUT',
  path: '/plans/:planId',
  access: 'plans:manage',
  screen: true,
  rows: 'system',
  params,
  body: fields.partial(),
  response: planView,
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_NAME_TAKEN'],
});

export const deletePlan = route({
  method: 'DELETE',
  path: '/plans/:planId',
  access: 'plans:manage',
  screen: true,
  rows: 'system',
  params,
  status: 204,
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_IN_USE'],
});
