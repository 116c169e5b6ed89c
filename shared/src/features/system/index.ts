import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const system = {
  permissions: {
    /** How the server's jobs went last, in all companies. */
    'jobs:view': ['super'],
    /** Which programs are at work on which machine, and which connections they hold. */
    'machines:view': ['super'],
  },
  calls,
} as const satisfies Feature;
