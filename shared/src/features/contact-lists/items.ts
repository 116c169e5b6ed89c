import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { email, id, idText, instant, pageNumber, placeByName, searchParam } from '../../contract/fields.ts';
import { contactNumber } from '../contacts/calls.ts';
import { contactName } from '../contacts/row.ts';

/** The people of contact lists. */

export const contactListItem = z.object({
  id,
  companyId: id,
  contactListId: id,
  name: z.string(),
  /** Digits with country code; a Brazilian mobile always with its ninth digit. */
  number: z.string(),
  email: z.string(),
  /** Whether WhatsApp knows the number; null while it was not asked. */
  isWhatsappValid: z.boolean().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type ContactListItemView = z.output<typeof contactListItem>;

const params = z.object({ contactListItemId: idText });
const fields = z.object({
  name: contactName,
  number: contactNumber,
  email: z.union([z.literal(''), email]).optional(),
});
const guarded = { access: 'contactLists:manage', plan: 'useCampaigns' } as const;

/** Contacts come by name, and are searched by parts of name, number or e-mail. `after`: behind that one. */
export const listContactListItems = route({
  method: 'GET',
  path: '/contact-list-items',
  ...guarded,
  screen: true,
  query: z.object({ contactListId: idText, searchParam, pageNumber, after: placeByName }),
  response: z.object({
    contacts: z.array(contactListItem),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
});

/** The first ones of a list by name, without pages. */
export const listContactListItemChoices = route({
  method: 'GET',
  path: '/contact-list-items/list',
  ...guarded,
  query: z.object({ contactListId: idText, searchParam }),
  response: z.array(contactListItem),
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
});

export const getContactListItem = route({
  method: 'GET',
  path: '/contact-list-items/:contactListItemId',
  ...guarded,
  params,
  response: contactListItem,
  errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND'],
});

/** WhatsApp is asked about the number in the background. */
export const createContactListItem = route({
  method: 'POST',
  path: '/contact-list-items',
  ...guarded,
  screen: true,
  body: fields.extend({ contactListId: id }),
  response: contactListItem,
  status: 201,
  errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_DUPLICATED_CONTACT_LIST_ITEM', 'ERR_CONTACT_LIST_FULL'],
});

/** About another number WhatsApp is asked anew. */
export const updateContactListItem = route({
  method: 'PUT',
  path: '/contact-list-items/:contactListItemId',
  ...guarded,
  screen: true,
  params,
  body: fields.partial(),
  response: contactListItem,
  errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND', 'ERR_DUPLICATED_CONTACT_LIST_ITEM'],
});

export const deleteContactListItem = route({
  method: 'DELETE',
  path: '/contact-list-items/:contactListItemId',
  ...guarded,
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND'],
});
