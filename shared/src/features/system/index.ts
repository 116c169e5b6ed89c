import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const system = {
  errors: {
    /** A backup was restored, and what people have asked for since is done again first. */
    ERR_RESTORING: failure(503, true),
  },
  permissions: {
    /** Whether anybody waits for the installation, and what to do about it. */
    'health:view': ['super'],
    /** How the server's jobs went last, in all companies. */
    'jobs:view': ['super'],
    /** Which programs are at work on which machine, and which connections they hold. */
    'machines:view': ['super'],
  },
} as const satisfies Feature;
