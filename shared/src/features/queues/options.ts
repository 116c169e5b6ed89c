import { z } from 'zod';
import { MESSAGE_MAX_CHARS, TITLE } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { id, idText, uuid } from '../../contract/fields.ts';
import { attachedFile } from './calls.ts';

/** The menu of a queue: a tree of options. */

/**
 * What follows an option with nothing below it: people of its queue, another queue with its own menu, a second copy of
 * the customer's bill, or the end.
 */
export const OPTION_ACTIONS = ['people', 'queue', 'bill', 'close'] as const;
const whatFollows = z.object({
  action: z.enum(OPTION_ACTIONS),
  /** With `queue`: which one; null when it is gone, and people follow. */
  forwardQueueId: id.nullable(),
});

const oneOption = z.object({
  id,
  queueId: id,
  /** Null for a root. */
  parentId: id.nullable(),
  title: z.string(),
  message: z.string(),
  /** The number the customer types: 1, 2, 3 … within its level. */
  option: z.int(),
  ...whatFollows.shape,
  ...attachedFile,
});
/** `children` are the options right below it, in their order; deeper levels are requested by `parentId`. */
const queueOption = oneOption.extend({ children: z.array(oneOption) });
export type QueueOption = z.output<typeof queueOption>;

/** In the public API -1 means: no parent. */
const parentId = z
  .union([id, z.literal(-1)])
  .nullable()
  .transform((parent) => (parent === -1 ? null : parent));
const parentText = z
  .union([idText, z.literal('-1')])
  .transform((parent) => (parent === '-1' ? null : parent));

const params = z.object({ optionId: idText });
const fields = z.object({
  title: z.string().trim().min(TITLE.min).max(TITLE.max),
  message: z.string().max(MESSAGE_MAX_CHARS).optional(),
  /** Its place in its level: those behind move on. Without one the last. */
  option: z.int().min(1).max(9_999).optional(),
  ...whatFollows.partial().shape,
  /** A file that the caller has uploaded; null takes it away. */
  mediaId: uuid.nullable().optional(),
});

/** One level of the tree, or without `parentId` all of it, level by level. */
export const listQueueOptions = route({
  method: 'GET',
  path: '/queue-options',
  access: 'queues:manage',
  screen: true,
  query: z.object({ queueId: idText, parentId: parentText.optional() }),
  response: z.array(queueOption),
  errors: ['ERR_NO_QUEUE_FOUND'],
});

export const getQueueOption = route({
  method: 'GET',
  path: '/queue-options/:optionId',
  access: 'queues:manage',
  params,
  response: queueOption,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
});

export const createQueueOption = route({
  method: 'POST',
  path: '/queue-options',
  access: 'queues:manage',
  screen: true,
  body: fields.extend({ queueId: id, parentId: parentId.optional() }),
  response: queueOption,
  status: 201,
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_QUEUE_OPTION_FOUND', 'ERR_QUEUE_OPTIONS_FULL', 'ERR_NO_MEDIA_FOUND'],
});

export const updateQueueOption = route({
  method: 'PUT',
  path: '/queue-options/:optionId',
  access: 'queues:manage',
  screen: true,
  params,
  body: fields.partial(),
  response: queueOption,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_MEDIA_FOUND'],
});

/** Deletes it with everything below it; the others of its level are renumbered. */
export const deleteQueueOption = route({
  method: 'DELETE',
  path: '/queue-options/:optionId',
  access: 'queues:manage',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
});

/** The file as multipart/form-data, or as the body itself. */
export const uploadQueueOptionMedia = route({
  method: 'POST',
  path: '/queue-options/:optionId/media-upload',
  access: 'queues:manage',
  waitsFor: 'outside',
  params,
  rawBody: true,
  uploadField: 'file',
  response: queueOption,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND', 'ERR_BODY_TOO_LARGE', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

export const removeQueueOptionMedia = route({
  method: 'DELETE',
  path: '/queue-options/:optionId/media-upload',
  access: 'queues:manage',
  params,
  response: queueOption,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
});
