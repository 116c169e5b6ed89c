import type { Feature } from '../../contract/feature.ts';
import { AUDIT_METHODS } from './bridge.ts';
import { auditMutations } from './commands.ts';

export const audit = {
  /** A CPF or CNPJ that somebody has searched for, and a list that somebody has taken along. */
  logged: ['document', 'list'],
  bridge: AUDIT_METHODS,
  lists: ['auditLog'],
  permissions: {
    /** The audit log. */
    'audit:view': ['admin'],
  },
  keyArea: 'audit',
  commands: auditMutations,
} as const satisfies Feature;
