import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber } from '../../contract/fields.ts';
import { counts } from './counts.ts';
import { subjectNumber } from './subject-number.ts';

/** Everything that the company has about one person goes, for good. */

const common = { access: 'dataSubjects:manage', screen: true } as const;

/** In this order: two of them end it. */
const ERASURE_STATES = [
  /** A second person has to agree. */
  'asked',
  /** It begins at `dueAt`. */
  'due',
  'running',
  'done',
  /** Taken back. */
  'withdrawn',
] as const;

export const erasure = z.object({
  id,
  state: z.enum(ERASURE_STATES),
  /** Of whom; null as soon as it has begun, or was taken back. */
  contactId: id.nullable(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  /** Null: the server has done it again after a backup was brought back. */
  askedBy: z.string().nullable(),
  askedAt: instant,
  /** The caller has asked for it: somebody else has to agree. */
  isOwn: z.boolean(),
  /** Null: nobody had to agree, or has yet. */
  approvedBy: z.string().nullable(),
  dueAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** How much of each kind went; null until it begins. */
  counts: counts.nullable(),
});
export type Erasure = z.output<typeof erasure>;

/** The newest first. What is done stays as its certificate: when, who, what kinds and how many, and nothing of the person. */
export const listErasures = route({
  ...common,
  method: 'GET',
  path: '/erasures',
  query: z.object({ pageNumber }),
  response: z.object({
    erasures: z.array(erasure),
    hasMore: z.boolean(),
    /** Whether a second person has to agree to what is asked for now. */
    approval: z.object({
      isNeeded: z.boolean(),
      /** Who has switched that off, which counts from `endsAt` on. Null: nobody within the last day. */
      endedBy: z.string().nullable(),
      endsAt: instant.nullable(),
    }),
  }),
});

/** The `digest` of the person's file as the caller has seen it: what has come since nobody has agreed to delete. */
const body = z.object({ digest: z.string().max(64) });
const refusals = ['ERR_ERASURE_OUTDATED', 'ERR_ERASURE_UNDER_WAY', 'ERR_ON_HOLD'] as const;

/** Begins a day after it is asked for, or after a second person has agreed where the option `erasureApproval` wants one,
 * or did until less than a day ago. */
export const eraseContact = route({
  ...common,
  method: 'POST',
  path: '/erasures/contacts/:contactId',
  params: z.object({ contactId: idText }),
  body,
  response: erasure,
  status: 201,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_IS_GROUP', ...refusals],
});

/** The same of whoever has this number, whether as a contact or in lists alone. */
export const eraseNumber = route({
  ...common,
  method: 'POST',
  path: '/erasures/numbers/:number',
  params: z.object({ number: subjectNumber }),
  body,
  response: erasure,
  status: 201,
  errors: ['ERR_NO_DATA_SUBJECT_FOUND', 'ERR_CONTACT_IS_GROUP', ...refusals],
});

const params = z.object({ erasureId: idText });

/** A second person agrees, who has seen the same. */
export const approveErasure = route({
  ...common,
  method: 'POST',
  path: '/erasures/:erasureId/approve',
  closedToPrograms: 'ofPerson',
  params,
  body,
  response: erasure,
  errors: ['ERR_NO_ERASURE_FOUND', 'ERR_ERASURE_OWN', 'ERR_ERASURE_DECIDED', ...refusals],
});

/** As long as it has not begun. */
export const withdrawErasure = route({
  ...common,
  method: 'POST',
  path: '/erasures/:erasureId/withdraw',
  params,
  response: erasure,
  errors: ['ERR_NO_ERASURE_FOUND', 'ERR_ERASURE_DECIDED'],
});
