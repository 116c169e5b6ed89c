import type { Role } from '../../contract/roles.ts';

export const permissions = {
  /** How the own company serves its customers: those options that say so, and its business hours. */
  'settings:service': ['admin', 'supervisor'],
  /** Every other option of the own company, with what it has at providers. */
  'settings:manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;
