import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, uuid } from '../../contract/fields.ts';
import * as contacts from '../contacts/imports.ts';

/** People of a contact list from a spreadsheet or an address book: as contacts are imported, into the list. */

const params = z.object({ contactListId: idText });
const ofImport = params.extend({ listImportId: uuid });
const guarded = { access: 'contactLists:manage', plan: 'useCampaigns' } as const;
const FOUND = 'ERR_NO_CONTACT_LIST_FOUND';

/**
 * Takes a spreadsheet (XLS, XLSX) over at once, its columns being what their headings say: the file as multipart/form-data, or as the
 * body itself. With an `Idempotency-Key` a repetition returns the state of the first one.
 */
export const importIntoList = route({
  ...contacts.importContacts,
  ...guarded,
  path: '/contact-lists/:contactListId/upload',
  params,
  errors: [...contacts.importContacts.errors, 'ERR_IMPORT_WORKBOOKS_ONLY', FOUND, 'ERR_CONTACT_LIST_FULL'],
});

/** Reads a spreadsheet (also CSV) or an address book (VCF) that was uploaded as a file, and returns how it reads it. */
export const draftListImport = route({
  ...contacts.uploadContacts,
  ...guarded,
  path: '/contact-lists/:contactListId/imports',
  params,
  errors: [...contacts.uploadContacts.errors, FOUND],
});

export const listListImports = route({
  ...contacts.listImports,
  ...guarded,
  path: '/contact-lists/:contactListId/imports',
  params,
  errors: [FOUND],
});

export const getListImport = route({
  ...contacts.getImport,
  ...guarded,
  path: '/contact-lists/:contactListId/imports/:listImportId',
  params: ofImport,
});

export const startListImport = route({
  ...contacts.startImport,
  ...guarded,
  path: '/contact-lists/:contactListId/imports/:listImportId/start',
  params: ofImport,
  errors: [...contacts.startImport.errors, 'ERR_CONTACT_LIST_FULL'],
});

/** Those who are in the list already stay. */
export const cancelListImport = route({
  ...contacts.cancelImport,
  ...guarded,
  path: '/contact-lists/:contactListId/imports/:listImportId',
  params: ofImport,
});

export const listListImportProblems = route({
  ...contacts.listImportProblems,
  ...guarded,
  path: '/contact-lists/:contactListId/imports/:listImportId/problems',
  params: ofImport,
});
