import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, instant, language, pageNumber, placeByName, searchParam, uuid } from '../../contract/fields.ts';
import { COUNTRIES } from '../../phone/countries.ts';
import { COLUMN_MEANINGS, ROW_PROBLEMS } from './import-meanings.ts';
import { IMPORT_LIMITS } from './limits.ts';

/** Contacts from files and from the phone, and back into a file. */

const IMPORT_STATES = ['draft', 'running', 'done', 'cancelled', 'failed'] as const;

export const importView = z.object({
  id: uuid,
  /** The user who uploaded it; null when deleted. */
  userId: id.nullable(),
  /** Empty for people of a phone. */
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  headings: z.array(z.string()),
  /** The meaning of each column: a guess until the import is started. */
  meanings: z.array(z.enum(COLUMN_MEANINGS)),
  /**
   * Whose numbers may stand in it without country code: the company's own until another is chosen. Null for what comes
   * from a phone or from an export of ours, where all have it.
   */
  country: z.enum(COUNTRIES).nullable(),
  /** Cells were calculated by formulas: what was saved as their results has been read. */
  hasFormulas: z.boolean(),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Numbers that exist already, in the company or further up in the file; for a list those of `optedOut` too. */
  skipped: z.int(),
  failed: z.int(),
  /** People of the file whom campaigns leave out, also of contacts that were deleted: no list takes them. */
  optedOut: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** The first rows, for a look before it starts. */
  preview: z.array(z.array(z.string())),
});
export type ImportView = z.output<typeof importView>;

const importSheet = z.object({
  name: z.string(),
  isHidden: z.boolean(),
  /** Below its headings. */
  rows: z.int(),
});
export type ImportSheet = z.output<typeof importSheet>;

export const importDraft = importView.extend({
  /** Of a workbook. Another one of them makes another draft of the same file. */
  sheets: z.array(importSheet),
  /** Which of them the rows are of: the first visible one with rows, until another is chosen. */
  sheet: z.int(),
});
export type ImportDraft = z.output<typeof importDraft>;

const params = z.object({ importId: uuid });

const READING = [
  'ERR_TOO_MANY_REQUESTS',
  'ERR_BODY_TOO_LARGE',
  'ERR_IMPORT_TYPE',
  'ERR_IMPORT_UNREADABLE',
  'ERR_IMPORT_PROTECTED',
  'ERR_IMPORT_EMPTY',
  'ERR_IMPORT_TOO_MANY_ROWS',
  'ERR_IMPORT_FORMULAS',
] as const;

/** Reads a spreadsheet (CSV, XLS, XLSX, ODS, FODS) or an address book (VCF) that was uploaded as a file, and returns how it reads it. */
export const uploadContacts = route({
  method: 'POST',
  path: '/contacts/upload',
  access: 'contacts-page:view',
  screen: true,
  waitsFor: 'outside',
  body: z.object({ mediaId: uuid, sheet: z.int().min(0).max(1_000).optional() }),
  response: importDraft,
  status: 201,
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_NOT_READY', ...READING],
});

/**
 * Takes a spreadsheet over at once, its columns being what `upload` would guess: the file as multipart/form-data, or as
 * the body itself. With an `Idempotency-Key` a repetition returns the state of the first one.
 */
export const importContacts = route({
  method: 'POST',
  path: '/contacts/import',
  access: 'contacts-page:view',
  waitsFor: 'outside',
  rawBody: true,
  uploadField: 'file',
  response: importView,
  status: 202,
  errors: ['ERR_VALIDATION', 'ERR_IMPORT_NO_NUMBER', 'ERR_IDEMPOTENCY_KEY_REUSED', ...READING],
});

/**
 * People of the linked phones' address books, as far as WhatsApp has sent them, who are no contacts yet; by name, those
 * without one last. `after`: behind that one.
 */
export const listPhoneContacts = route({
  method: 'GET',
  path: '/contacts/phone',
  access: 'contacts-page:view',
  screen: true,
  query: z.object({ searchParam, pageNumber, after: placeByName }),
  response: z.object({
    people: z.array(z.object({ id, name: z.string(), number: z.string() })),
    /** People on all pages together; null behind the first page. */
    total: z.int().nullable(),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
});

/** Imports those people, all of them or some; starts at once. */
export const importFromPhone = route({
  method: 'POST',
  path: '/contacts/phone/import',
  access: 'contacts-page:view',
  screen: true,
  body: z
    .object({
      /** Imports only these people. */
      only: z.array(id).max(IMPORT_LIMITS.rows).optional(),
      /** Everybody but these. */
      except: z.array(id).max(IMPORT_LIMITS.rows).optional(),
    })
    .optional(),
  response: importView,
  status: 202,
});

/** The company's of the last days, without their rows; newest first. `after`: behind that one. */
export const listImports = route({
  method: 'GET',
  path: '/contacts/imports',
  access: 'contacts-page:view',
  screen: true,
  query: z.object({ pageNumber, after: uuid.optional() }),
  response: z.object({
    imports: z.array(importView.omit({ preview: true })),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
});

export const getImport = route({
  method: 'GET',
  path: '/contacts/imports/:importId',
  access: 'contacts-page:view',
  screen: true,
  params,
  response: importView,
  errors: ['ERR_NO_IMPORT_FOUND'],
});

export const startImport = route({
  method: 'POST',
  path: '/contacts/imports/:importId/start',
  access: 'contacts-page:view',
  screen: true,
  params,
  body: z.object({
    meanings: z.array(z.enum(COLUMN_MEANINGS)).max(IMPORT_LIMITS.columns),
    country: z.enum(COUNTRIES).optional(),
    /** Overwrites existing contacts with the file's rows; otherwise such rows are left out. */
    updateExisting: z.boolean().default(false),
  }),
  response: importView,
  status: 202,
  errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_STATE', 'ERR_IMPORT_NO_NUMBER'],
});

/** Imported contacts stay. */
export const cancelImport = route({
  method: 'DELETE',
  path: '/contacts/imports/:importId',
  access: 'contacts-page:view',
  screen: true,
  params,
  response: importView,
  errors: ['ERR_NO_IMPORT_FOUND'],
});

/** Rows that were not taken over, and why, in the order of the file; `after`: behind that row. */
export const listImportProblems = route({
  method: 'GET',
  path: '/contacts/imports/:importId/problems',
  access: 'contacts-page:view',
  screen: true,
  params,
  query: z.object({ pageNumber, after: pageNumber }),
  response: z.object({
    problems: z.array(z.object({ row: z.int(), problem: z.enum(ROW_PROBLEMS), cells: z.array(z.string()) })),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
  errors: ['ERR_NO_IMPORT_FOUND'],
});

/** How many people an export leaves out, of those whom the caller sees: a file knows people by their number or e-mail. */
export const countNumberless = route({
  method: 'GET',
  path: '/contacts/without-number',
  access: 'contacts-page:view',
  screen: true,
  response: z.object({ count: z.int() }),
});

/** A semicolon-separated file of the contacts that the caller sees, with headings in that language or the company's. */
export const exportContacts = route({
  method: 'GET',
  path: '/contacts/export',
  access: 'contacts-page:view',
  waitsFor: 'outside',
  noted: { list: 'contacts' },
  query: z.object({ language: language.optional() }),
});
