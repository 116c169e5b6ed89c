import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const contactLists = {
  errors: {
    ERR_NO_CONTACT_LIST_FOUND: failure(404),
    ERR_NO_CONTACT_LIST_ITEM_FOUND: failure(404),
    ERR_DUPLICATED_CONTACT_LIST_ITEM: failure(409),
    ERR_CONTACT_LIST_FULL: failure(422),
  },
  logged: ['contactList', 'contactListItem'],
  permissions: {
    /** Lists of people to write to: with their imports, and the check of their numbers. */
    'contactLists:manage': ['admin', 'supervisor'],
  },
  rows: [row.contactListRow],
  models: row,
  keyArea: 'campaigns',
  live: ['ContactListItem'],
} as const satisfies Feature;
