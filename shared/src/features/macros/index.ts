import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { MACRO_METHODS } from './bridge.ts';
import { macroMutations } from './commands.ts';
import * as row from './row.ts';

export const macros = {
  errors: {
    ERR_NO_MACRO_FOUND: failure(404),
    ERR_MACRO_NAME_TAKEN: failure(409),
    ERR_TOO_MANY_MACROS: failure(409),
    /** It points at what is not there. */
    ERR_MACRO_REFERENCE: failure(400),
    /** It does something else than the agent saw. */
    ERR_MACRO_CHANGED: failure(409),
  },
  logged: ['macro'],
  permissions: {
    /** Macros that everybody has. */
    'macros:manageTeam': ['admin', 'supervisor'],
  },
  rows: [row.macroRow],
  models: row,
  commands: macroMutations,
  bridge: MACRO_METHODS,
  keyArea: 'tickets',
} as const satisfies Feature;
