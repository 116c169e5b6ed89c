import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { color, id, idText, uuid } from '../../contract/fields.ts';
import { NAME } from '../../contract/limits.ts';
import { businessHours } from '../../time/business-hours.ts';
import { assignmentMode, knownDays, overflowMinutes } from '../assignment/mode.ts';
import { mediaView } from '../media/row.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { QUEUE_TOKEN_MAX_CHARS } from './limits.ts';
import { queue, waitLimit } from './row.ts';

/** Queues, with their hours and files. */

/** The address and the name of a file. */
export const attachedFile = {
  media: mediaView.nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
};

const text = z.string().max(MESSAGE_MAX_CHARS);

const queueView = queue.extend({
  greetingMessage: z.string(),
  completionMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** The company's own name for it; empty for users who do not manage queues. */
  token: z.string(),
  integrationId: id.nullable(),
  promptId: id.nullable(),
  /** Its customers are asked for their CPF or CNPJ, and get a second copy of their bill. */
  secondCopy: z.boolean(),
  assignment: assignmentMode,
  assignmentKnownDays: knownDays,
  /** Where what waits too long goes on; null: it stays. */
  overflowQueueId: id.nullable(),
  overflowMinutes,
  /** They count while the queue is open, otherwise around the clock. */
  overflowBusinessHours: z.boolean(),
  /** The connections whose customers can come here. Without any, only people bring tickets here. */
  connectionIds: z.array(id),
  schedules: businessHours,
  ...attachedFile,
});
export type QueueView = z.output<typeof queueView>;

const params = z.object({ queueId: idText });
const fields = z.object({
  name: z.string().trim().min(NAME.min).max(NAME.max),
  color,
  orderQueue: z.int().min(0).max(9_999).optional(),
  waitWarnMinutes: waitLimit.optional(),
  waitLateMinutes: waitLimit.optional(),
  greetingMessage: text.optional(),
  completionMessage: text.optional(),
  outOfHoursMessage: text.optional(),
  ratingMessage: text.optional(),
  token: z.string().trim().max(QUEUE_TOKEN_MAX_CHARS).optional(),
  /** What answers in it, before its menu. With both the integration does. */
  integrationId: id.nullable().optional(),
  promptId: id.nullable().optional(),
  secondCopy: z.boolean().optional(),
  /** Who gets what waits here. */
  assignment: assignmentMode.optional(),
  assignmentKnownDays: knownDays.optional(),
  /** ERR_OVERFLOW_CIRCLE where tickets would come back. */
  overflowQueueId: id.nullable().optional(),
  overflowMinutes: overflowMinutes.optional(),
  overflowBusinessHours: z.boolean().optional(),
  /** A connection that leads to several queues needs a greeting that offers them: ERR_WAPP_GREETING_REQUIRED {name}. */
  connectionIds: z.array(id).max(100).optional(),
  schedules: businessHours.optional(),
  /** A file that the caller has uploaded; null takes it away. */
  mediaId: uuid.nullable().optional(),
});

/** Every queue of the company, with its colour, hours and greeting. */
export const listQueues = route({
  method: 'GET',
  path: '/queue',
  access: 'session',
  tool: true,
  screen: true,
  response: z.array(queueView),
});

export const getQueue = route({
  method: 'GET',
  path: '/queue/:queueId',
  access: 'session',
  screen: true,
  params,
  response: queueView,
  errors: ['ERR_NO_QUEUE_FOUND'],
});

const fieldErrors = [
  'ERR_QUEUE_NAME_TAKEN',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_NO_MEDIA_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_WAPP_GREETING_REQUIRED',
  'ERR_NO_PROMPT_FOUND',
  'ERR_NO_QUEUE_INTEGRATION_FOUND',
  'ERR_OVERFLOW_CIRCLE',
] as const;

export const createQueue = route({
  method: 'POST',
  path: '/queue',
  access: 'queues:manage',
  screen: true,
  body: fields,
  response: queueView,
  status: 201,
  errors: [...fieldErrors, 'ERR_PLAN_LIMIT_QUEUES', 'ERR_NO_QUEUE_FOUND'],
});

export const updateQueue = route({
  method: 'PUT',
  path: '/queue/:queueId',
  access: 'queues:manage',
  screen: true,
  params,
  body: fields.partial(),
  response: queueView,
  errors: [...fieldErrors, 'ERR_NO_QUEUE_FOUND'],
});

/** Its tickets stay, without a queue. */
export const deleteQueue = route({
  method: 'DELETE',
  path: '/queue/:queueId',
  access: 'queues:manage',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_QUEUE_FOUND'],
});

/** The file as multipart/form-data, or as the body itself. */
export const uploadQueueMedia = route({
  method: 'POST',
  path: '/queue/:queueId/media-upload',
  access: 'queues:manage',
  waitsFor: 'outside',
  params,
  rawBody: true,
  uploadField: 'file',
  response: queueView,
  errors: ['ERR_NO_QUEUE_FOUND', 'ERR_BODY_TOO_LARGE', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

export const removeQueueMedia = route({
  method: 'DELETE',
  path: '/queue/:queueId/media-upload',
  access: 'queues:manage',
  params,
  response: queueView,
  errors: ['ERR_NO_QUEUE_FOUND'],
});
