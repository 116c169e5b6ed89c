import { type Feature, failure } from '../../contract/feature.ts';

export const contactLists = {
  errors: {
    ERR_NO_CONTACT_LIST_FOUND: failure(404),
    ERR_NO_CONTACT_LIST_ITEM_FOUND: failure(404),
    ERR_DUPLICATED_CONTACT_LIST_ITEM: failure(409),
    ERR_CONTACT_LIST_FULL: failure(422),
  },
  logged: ['contactList', 'contactListItem'],
} as const satisfies Feature;
