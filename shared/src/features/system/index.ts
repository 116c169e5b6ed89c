import type { Feature } from '../../contract/feature.ts';

export const system = {
  permissions: {
    /** Whether anybody waits for the installation, and what to do about it. */
    'health:view': ['super'],
    /** How the server's jobs went last, in all companies. */
    'jobs:view': ['super'],
    /** Which programs are at work on which machine, and which connections they hold. */
    'machines:view': ['super'],
  },
} as const satisfies Feature;
