import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, language } from '../../contract/fields.ts';
import { subjectNumber } from './subject-number.ts';

/** All that the company has about one person, as ZIPs that are handed on. */

const common = { access: 'dataSubjects:manage', screen: true } as const;
const count = z.int().min(0);

/** So long it can be downloaded; then it is taken away. */
export const EXPORT_DAYS = 7;

const EXPORT_STATES = [
  'making',
  'done',
  /** It was given up after several attempts. */
  'failed',
] as const;

const dataExport = z.object({
  id,
  state: z.enum(EXPORT_STATES),
  language,
  askedBy: z.string(),
  askedAt: instant,
  /** Messages that are in it, of so many as there were when it was asked for. */
  messages: count,
  messagesTotal: count,
  /** ZIPs that are ready. Large ones are several, which belong into one folder. */
  parts: z.array(z.object({ part: z.int().min(1), size: count })),
  /** Until then it can be downloaded; null while it is made. */
  endsAt: instant.nullable(),
});
export type DataExport = z.output<typeof dataExport>;

const exports = z.object({ exports: z.array(dataExport) });
/** Absent: the language of the person, as far as the country of the number tells it, else the company's. */
const body = z.object({ language: language.optional() });

/**
 * Makes it in the background: pages to read with their pictures, the same as JSON, the files, and the SHA-256 of each. What
 * is asked for while it is made is the same one; a new one takes the place of the one before. Internal notes are pages of
 * their own.
 */
export const exportContact = route({
  ...common,
  method: 'POST',
  path: '/data-exports/contacts/:contactId',
  params: z.object({ contactId: idText }),
  body,
  response: dataExport,
  status: 201,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_IS_GROUP'],
});

/** The same of whoever has this number, whether as a contact or in lists alone. */
export const exportNumber = route({
  ...common,
  method: 'POST',
  path: '/data-exports/numbers/:number',
  params: z.object({ number: subjectNumber }),
  body,
  response: dataExport,
  status: 201,
  errors: ['ERR_NO_DATA_SUBJECT_FOUND', 'ERR_CONTACT_IS_GROUP'],
});

/** The newest first: one that is made, and the last ones that can be downloaded. */
export const listExportsOfContact = route({
  ...common,
  method: 'GET',
  path: '/data-exports/contacts/:contactId',
  params: z.object({ contactId: idText }),
  response: exports,
  errors: ['ERR_NO_CONTACT_FOUND'],
});

/** The same of a number. */
export const listExportsOfNumber = route({
  ...common,
  method: 'GET',
  path: '/data-exports/numbers/:number',
  params: z.object({ number: subjectNumber }),
  response: exports,
});

/** Ends it before its time, also while it is made. */
export const removeExport = route({
  ...common,
  method: 'DELETE',
  path: '/data-exports/:exportId',
  params: z.object({ exportId: idText }),
  status: 204,
  errors: ['ERR_NO_DATA_EXPORT_FOUND'],
});

/** One of its ZIPs. That it was taken is noted. */
export const downloadExport = route({
  access: 'dataSubjects:manage',
  method: 'GET',
  path: '/data-exports/:exportId/parts/:partId',
  waitsFor: 'outside',
  noted: 'inside',
  grows: true,
  params: z.object({ exportId: idText, partId: idText }),
  errors: ['ERR_NO_DATA_EXPORT_FOUND'],
});
