import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { CONTACT_METHODS } from './bridge.ts';
import { contactMutations } from './commands.ts';
import * as row from './row.ts';

export const contacts = {
  errors: {
    ERR_NO_CONTACT_FOUND: failure(404),
    ERR_DUPLICATED_CONTACT: failure(409),
    ERR_CONTACT_IS_GROUP: failure(422),
    /** A contact cannot be merged with itself. */
    ERR_SAME_CONTACT: failure(422),
    /** Each of the two is linked to others already. */
    ERR_CONTACT_LINKED: failure(409),
    ERR_CONTACT_LINKS_FULL: failure(422),
    ERR_WAPP_CHECK_CONTACT: failure(502, true),
    ERR_WAPP_INVALID_CONTACT: failure(422),

    // Files of contacts.
    ERR_IMPORT_TYPE: failure(415),
    /** Contact lists take no texts. */
    ERR_IMPORT_WORKBOOKS_ONLY: failure(415),
    ERR_IMPORT_UNREADABLE: failure(422),
    ERR_IMPORT_PROTECTED: failure(422),
    ERR_IMPORT_EMPTY: failure(422),
    ERR_IMPORT_TOO_MANY_ROWS: failure(422),
    ERR_IMPORT_FORMULAS: failure(422),
    ERR_IMPORT_NO_NUMBER: failure(422),
    ERR_IMPORT_STATE: failure(409),
    ERR_NO_IMPORT_FOUND: failure(404),
  },
  logged: ['contact'],
  lists: ['contacts', 'importProblems'],
  permissions: {
    'contacts-page:view': ['admin'],
    'contacts-page:deleteContact': ['admin'],
  },
  rows: [row.contactRow],
  models: row,
  keyArea: 'contacts',
  commands: contactMutations,
  bridge: CONTACT_METHODS,
} as const satisfies Feature;
