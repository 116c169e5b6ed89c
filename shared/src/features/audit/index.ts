import type { Feature } from '../../contract/feature.ts';
import { auditCalls } from './calls.ts';

/** The log names objects of all other features, which the list of features hands over. */
export const auditOf = <const L extends string>(objects: readonly L[]) =>
  ({
    permissions: {
      /** The audit log. */
      'audit:view': ['admin'],
    },
    calls: auditCalls(objects),
    keyArea: 'audit',
  }) as const satisfies Feature;
