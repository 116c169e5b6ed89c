import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { flag, id, idText, instant, pageNumber, placeByTime, uuid } from '../../contract/fields.ts';
import { CHANNELS } from '../connections/channel.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { MESSAGE_TYPES } from '../messages/row.ts';
import { RATING_SCALES } from './scale.ts';

/** What customers said of the service when it ended. */

/** What was said about a rating: the customer's comment, which may be several messages, and the answers to it. */
const ratingWords = z.object({
  /** Of the message, which stands in its conversation. */
  id: uuid,
  fromMe: z.boolean(),
  /** Who answered; null: the customer said it, or the person is gone. */
  userName: z.string().nullable(),
  /** Empty when it was deleted. */
  body: z.string(),
  mediaType: z.enum(MESSAGE_TYPES),
  createdAt: instant,
});
export type RatingWords = z.output<typeof ratingWords>;

const named = z.object({ id, name: z.string() });

export const rating = z.object({
  id,
  scale: z.enum(RATING_SCALES),
  mark: z.int(),
  /** How satisfied that is: 1 dissatisfied, 2 satisfied, 3 very satisfied. It compares marks of several scales. */
  level: z.int().min(1).max(3),
  ratedAt: instant,
  ticket: z.object({ id, uuid, channel: z.enum(CHANNELS) }),
  contact: named,
  /** Who served the customer; null: nobody, or the person is gone. */
  user: named.nullable(),
  queue: named.extend({ color: z.string() }).nullable(),
  /** The oldest first. */
  words: z.array(ratingWords),
});
export type RatingView = z.output<typeof rating>;

const filter = z.object({
  userId: idText.optional(),
  queueId: idText.optional(),
  /** Days in the company's timezone, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  level: z.enum(['1', '2', '3']).transform(Number).optional(),
  scale: z.enum(RATING_SCALES).optional(),
  mark: z
    .string()
    .regex(/^(10|\d)$/)
    .transform(Number)
    .optional(),
  /** Only those with a comment, or only those without. */
  commented: flag.optional(),
});
export type RatingFilter = z.output<typeof filter>;

/** The newest first. `after` is the `next` of the page before. */
export const listRatings = route({
  method: 'GET',
  path: '/ratings',
  access: 'ratings:view',
  tool: true,
  screen: true,
  query: filter.extend({ pageNumber, after: placeByTime }),
  response: z.object({ ratings: z.array(rating), hasMore: z.boolean(), next: z.string().nullable() }),
});

/** How often each mark was given. */
export const countRatings = route({
  method: 'GET',
  path: '/ratings/counts',
  access: 'ratings:view',
  heavy: true,
  screen: true,
  query: filter,
  response: z.object({
    marks: z.array(z.object({ scale: z.enum(RATING_SCALES), mark: z.int(), count: z.int() })),
    /** How many have a comment. */
    commented: z.int(),
  }),
});
export type RatingCounts = z.output<typeof countRatings.response>;

/**
 * Writes to the customer, below the comment, as the caller: into the conversation that is under way there, else the one that
 * was rated is reopened.
 */
export const answerRating = route({
  method: 'POST',
  path: '/ratings/:ratingId/answer',
  access: 'ratings:view',
  screen: true,
  closedToPrograms: 'ofPerson',
  params: z.object({ ratingId: idText }),
  body: z.object({ body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS) }),
  response: z.object({ messageId: uuid, ticketUuid: uuid }),
  status: 202,
  errors: [
    'ERR_NO_RATING_FOUND',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_OUTSIDE_SERVICE_WINDOW',
  ],
});
