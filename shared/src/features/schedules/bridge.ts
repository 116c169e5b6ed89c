import { z } from 'zod';
import { id, instant, uuid } from '../../contract/fields.ts';
import { scheduleFields } from './commands.ts';
import { schedule } from './row.ts';

/** Messages that wait for their time: the bridge's calls of the schedules page and of the conversation. */

const nothing = z.null();
const one = z.object({ id: uuid });

/** The schedule as the agent sees it now, queued commands included. */
export const scheduleItem = schedule.extend({
  /** The author's. */
  userName: z.string(),
  /** A command on it waits for the server. */
  queued: z.boolean(),
});
export type ScheduleItem = z.output<typeof scheduleItem>;

/** A refused one, as its dialog shows it again. */
export const scheduleDraft = z.object({
  /** Null: it is not on the server, or sent already, so that a new one is made of it. */
  id: uuid.nullable(),
  /** Null: there is no such contact any more. */
  contact: z.object({ id, name: z.string() }).nullable(),
  body: z.string(),
  sendAt: instant,
  file: z.object({ mediaId: uuid, name: z.string() }).nullable(),
});
export type ScheduleDraft = z.output<typeof scheduleDraft>;

/** `instead`: place in the outbox of a refused command, which this one takes. */
const written = scheduleFields.extend({ instead: z.int().optional() });

export const SCHEDULE_METHODS = {
  /** Schedules from the cache: waiting ones, the next one first; then the others, the latest first. */
  'schedules.list': {
    input: z.object({
      search: z.string().trim().max(200).default(''),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(100),
    }),
    output: z.object({ schedules: z.array(scheduleItem), hasMore: z.boolean() }),
    shows: ['schedule', 'contact', 'user', 'outbox'],
  },
  /** Messages still to be sent to this contact, the next one first. */
  'schedules.of': {
    input: z.object({ contactId: id }),
    output: z.array(scheduleItem),
    shows: ['schedule', 'contact', 'outbox'],
  },
  /** Seen at once, done on the server when it can be reached; a file of this computer is brought there before. */
  'schedules.create': { input: written.extend({ id: uuid, userId: id }), output: nothing },
  'schedules.update': { input: written.extend({ id: uuid }), output: nothing },
  /** Fails once it is sent. */
  'schedules.cancel': { input: one, output: nothing },
} as const;
