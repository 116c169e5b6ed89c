import * as lists from '@balcao/shared/features/contact-lists/imports.ts';
import {
  COLUMN_MEANINGS,
  CONTACT_NAMING,
  type ColumnMeaning,
  LIST_MEANINGS,
  LIST_NAMING,
} from '@balcao/shared/features/contacts/import-meanings.ts';
import * as contacts from '@balcao/shared/features/contacts/imports.ts';

/** Where imported people go: the calls that take them there, and what differs on the screen. */
export interface ImportTarget {
  draft: typeof contacts.uploadContacts | typeof lists.draftListImport;
  list: typeof contacts.listImports | typeof lists.listListImports;
  get: typeof contacts.getImport | typeof lists.getListImport;
  start: typeof contacts.startImport | typeof lists.startListImport;
  cancel: typeof contacts.cancelImport | typeof lists.cancelListImport;
  problems: typeof contacts.listImportProblems | typeof lists.listListImportProblems;
  /** What names the target in these calls. */
  params: { contactListId?: number };
  /** The same, and one import of it. */
  of: (importId: string) => { importId: string } | { contactListId: number; listImportId: string };
  /** The first word of the paths of what is imported: it is read again afterwards. */
  group: string;
  meanings: readonly ColumnMeaning[];
  /** Those of which a file must have one. */
  naming: readonly ColumnMeaning[];
  fromPhone: boolean;
}

export const INTO_CONTACTS: ImportTarget = {
  draft: contacts.uploadContacts,
  list: contacts.listImports,
  get: contacts.getImport,
  start: contacts.startImport,
  cancel: contacts.cancelImport,
  problems: contacts.listImportProblems,
  params: {},
  of: (importId) => ({ importId }),
  group: 'contacts',
  meanings: COLUMN_MEANINGS,
  naming: CONTACT_NAMING,
  fromPhone: true,
};

export const intoList = (contactListId: number): ImportTarget => ({
  draft: lists.draftListImport,
  list: lists.listListImports,
  get: lists.getListImport,
  start: lists.startListImport,
  cancel: lists.cancelListImport,
  problems: lists.listListImportProblems,
  params: { contactListId },
  of: (listImportId) => ({ contactListId, listImportId }),
  group: 'contact-list-items',
  meanings: LIST_MEANINGS,
  naming: LIST_NAMING,
  fromPhone: false,
});
