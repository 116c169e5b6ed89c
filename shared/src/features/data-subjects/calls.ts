import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber, searchParam } from '../../contract/fields.ts';
import { CHANNELS } from '../connections/channel.ts';
import { contact } from '../contacts/row.ts';
import { counts } from './counts.ts';
import { erasure } from './erasures.ts';
import { subjectNumber } from './subject-number.ts';

/** What the company has about one person, who has the right to know it. */

const common = { access: 'dataSubjects:manage', screen: true } as const;

const dataSubject = z.object({
  /** `contact:12`, `number:5511987654321`. */
  id: z.string(),
  /** Null: lists of people, files or groups alone have this number. */
  contactId: id.nullable(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  channels: z.array(z.enum(CHANNELS)),
});
export type DataSubject = z.output<typeof dataSubject>;

/**
 * By any part of a name or number; by a whole e-mail, CPF or CNPJ. Numbers that only lists have are found whole, by their
 * e-mail, or by the words of their name in their order, a thousand of each kind of list at most; those of whoever stands in
 * rows of an imported file or in groups alone, whole. Without words nobody is found.
 */
export const listDataSubjects = route({
  ...common,
  method: 'GET',
  path: '/data-subjects',
  noted: 'document',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ subjects: z.array(dataSubject), hasMore: z.boolean() }),
});

/** One of the contacts that are this person. */
const knownAs = contact
  .pick({
    id: true,
    name: true,
    number: true,
    email: true,
    channels: true,
    blocked: true,
    optedOutAt: true,
    optedOutBy: true,
  })
  .extend({
    createdAt: instant,
    /** When they asked by a word to get campaigns again; null: never, or they asked to be left alone since. */
    returnedAt: instant.nullable(),
    /** It, or a conversation with it, must not be deleted. */
    held: z.boolean(),
  });

const dataFile = z.object({
  name: z.string(),
  /** Those that are linked to one person. Empty: no contact has the number. */
  contacts: z.array(knownAs),
  /** By which lists and campaigns know the person. */
  numbers: z.array(z.string()),
  /** Over all contacts and numbers. */
  counts,
  /** What the person wrote in groups that are on hold: it stays, whatever is erased. */
  heldGroupMessages: z.int().min(0),
  /** The times of the first and the last message; null: there is none. */
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** Whoever had this number asked to be left alone by campaigns, and was deleted. Only a hash of the number is kept. */
  keptOptOut: z.boolean(),
  /** Copies that may have all of it too. Null: the server knows of none. */
  backups: z
    .object({
      /** Days in a row with one that may still be there, the newest first. */
      runs: z.array(z.object({ firstAt: instant, lastAt: instant })),
      /** So long each is kept. */
      keptDays: z.int().min(0),
      /** False: whoever runs the database copies it, these have the files alone. */
      hasDatabase: z.boolean(),
    })
    .nullable(),
  /** Of what there is now: whoever asks for its erasure has seen this. */
  digest: z.string(),
  /** One that was asked for and has not begun. */
  erasure: erasure.nullable(),
});
export type DataFile = z.output<typeof dataFile>;

/** Of this contact, and of those that are linked to it. That it was read is noted. */
export const getFileOfContact = route({
  ...common,
  method: 'GET',
  path: '/data-subjects/contacts/:contactId',
  noted: 'inside',
  waitsFor: 'outside',
  params: z.object({ contactId: idText }),
  response: dataFile,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_IS_GROUP'],
});

/** Of whoever has this number, whether as a contact, in lists or in groups alone. That it was read is noted. */
export const getFileOfNumber = route({
  ...common,
  method: 'GET',
  path: '/data-subjects/numbers/:number',
  noted: 'inside',
  waitsFor: 'outside',
  params: z.object({ number: subjectNumber }),
  response: dataFile,
  errors: ['ERR_NO_DATA_SUBJECT_FOUND', 'ERR_CONTACT_IS_GROUP'],
});
