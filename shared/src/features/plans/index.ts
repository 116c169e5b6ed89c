import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const plans = {
  errors: {
    ERR_NO_PLAN_FOUND: failure(404),
    ERR_PLAN_NAME_TAKEN: failure(409),
    ERR_PLAN_IN_USE: failure(409),
    /** The company's plan does not include this part of the product. */
    ERR_PLAN_FEATURE_OFF: failure(403),
    ERR_PLAN_LIMIT_USERS: failure(409),
    ERR_PLAN_LIMIT_CONNECTIONS: failure(409),
    ERR_PLAN_LIMIT_QUEUES: failure(409),
    /** Limits the schedules that wait for their time. */
    ERR_PLAN_LIMIT_SCHEDULES: failure(409),
    /** Limits the campaigns that are scheduled or under way. */
    ERR_PLAN_LIMIT_CAMPAIGNS: failure(409),
  },
  logged: ['plan'],
  permissions: {
    'plans:manage': ['super'],
  },
} as const satisfies Feature;
