import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, pageNumber, placeByName, searchParam } from '../../contract/fields.ts';
import { NAME } from '../../contract/limits.ts';
import { listBasis } from './basis.ts';
import { contactList } from './row.ts';

/** Lists of people to whom a company writes of its own accord. */

const params = z.object({ contactListId: idText });
const name = z.string().trim().min(NAME.min).max(NAME.max);
const guarded = { access: 'contactLists:manage', plan: 'useCampaigns' } as const;

/** Lists come by name. `after`: behind that one. */
export const listContactLists = route({
  method: 'GET',
  path: '/contact-lists',
  ...guarded,
  query: z.object({ searchParam, pageNumber, after: placeByName }),
  response: z.object({
    records: z.array(contactList),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
});

/** The choices of a select: the first ones by name. */
export const listContactListChoices = route({
  method: 'GET',
  path: '/contact-lists/list',
  ...guarded,
  query: z.object({ searchParam }),
  response: z.array(contactList),
});

export const getContactList = route({
  method: 'GET',
  path: '/contact-lists/:contactListId',
  ...guarded,
  params,
  response: contactList,
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
});

/**
 * Empty, or with people who are there already: of one tag, or those whom a search among the contacts finds. Groups and
 * people without a number are left out.
 */
export const createContactList = route({
  method: 'POST',
  path: '/contact-lists',
  ...guarded,
  screen: true,
  body: z.object({
    name,
    /** Why the company may write to its people. */
    basis: listBasis,
    /** The people whose tickets carry this tag. */
    tagId: id.optional(),
    /** The people on the page of contacts under this search; an empty one is everybody. */
    contacts: z.object({ searchParam }).optional(),
  }),
  response: contactList,
  status: 201,
  errors: ['ERR_NO_TAG_FOUND'],
});

export const updateContactList = route({
  method: 'PUT',
  path: '/contact-lists/:contactListId',
  ...guarded,
  screen: true,
  params,
  body: z.object({ name: name.optional(), basis: listBasis.optional() }),
  response: contactList,
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
});

/** Its people go with it. */
export const deleteContactList = route({
  method: 'DELETE',
  path: '/contact-lists/:contactListId',
  ...guarded,
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
});

/**
 * Has WhatsApp asked again about the numbers of which nothing was heard for a month; goes on in the background. New
 * numbers are asked for by themselves.
 */
export const checkContactList = route({
  method: 'POST',
  path: '/contact-lists/:contactListId/check',
  ...guarded,
  screen: true,
  params,
  response: contactList,
  status: 202,
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
});

/** A spreadsheet (XLSX) to be filled in, with the headings that `upload` knows. */
export const getContactListTemplate = route({
  method: 'GET',
  path: '/contact-lists/template',
  ...guarded,
  waitsFor: 'outside',
});
