import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';

/** The fields of a plan that includes every part of the product. */
export const plan = (name: string, change: object = {}) => ({
  name,
  value: 9_900,
  users: 5,
  connections: 2,
  queues: 5,
  campaigns: 0,
  schedules: 0,
  ...Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, true])),
  ...change,
});
