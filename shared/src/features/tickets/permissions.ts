import type { Role } from '../../contract/roles.ts';

export const permissions = {
  /** Every ticket of the company, whatever its queue. */
  'tickets:viewAll': ['admin', 'supervisor'],
  /** Act on a ticket that a colleague is answering. */
  'tickets:takeOver': ['admin', 'supervisor'],
  /** Includes all their messages. */
  'tickets:delete': ['admin'],
} as const satisfies Record<string, readonly Role[]>;
