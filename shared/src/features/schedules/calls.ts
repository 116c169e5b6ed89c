import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, newMessageId, pageNumber, searchParam, uuid } from '../../contract/fields.ts';
import { attachedFile } from '../queues/calls.ts';
import { scheduleFields } from './commands.ts';
import { schedule } from './row.ts';

/**
 * Messages that go out at a time of their own. One's own; those of everybody for who sees all tickets.
 */

const scheduleView = schedule.extend(attachedFile);
export type ScheduleView = z.output<typeof scheduleView>;

const params = z.object({ scheduleId: uuid });
const fields = scheduleFields.omit({ mediaId: true }).extend({
  /** A picture that the caller has uploaded; null takes it away. */
  mediaId: uuid.nullable().optional(),
});

/** The latest first. */
export const listSchedules = route({
  method: 'GET',
  path: '/schedules',
  access: 'session',
  tool: true,
  plan: 'useSchedules',
  query: z.object({ searchParam, pageNumber, contactId: idText.optional() }),
  response: z.object({ schedules: z.array(scheduleView), hasMore: z.boolean() }),
});

export const getSchedule = route({
  method: 'GET',
  path: '/schedules/:scheduleId',
  access: 'session',
  plan: 'useSchedules',
  params,
  response: scheduleView,
  errors: ['ERR_NO_SCHEDULE_FOUND'],
});

const refusals = [
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_MEDIA_FOUND',
  'ERR_MEDIA_NOT_READY',
  'ERR_UNSUPPORTED_MEDIA_TYPE',
] as const;
const changes = ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT'] as const;

/**
 * A time that is past: it goes out at once. The id may be made by the caller, a UUIDv7, who may then repeat the call: it
 * becomes the message's.
 */
export const createSchedule = route({
  method: 'POST',
  path: '/schedules',
  access: 'session',
  tool: true,
  plan: 'useSchedules',
  body: fields.extend({ id: newMessageId.optional() }),
  response: scheduleView,
  status: 201,
  errors: [...refusals, 'ERR_PLAN_LIMIT_SCHEDULES', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

/** Changes only an unsent message; a failed one is tried again. */
export const updateSchedule = route({
  method: 'PUT',
  path: '/schedules/:scheduleId',
  access: 'session',
  plan: 'useSchedules',
  params,
  body: fields.partial(),
  response: scheduleView,
  errors: [...refusals, ...changes, 'ERR_PLAN_LIMIT_SCHEDULES'],
});

/** The message of a schedule that was sent stays in its conversation. */
export const deleteSchedule = route({
  method: 'DELETE',
  path: '/schedules/:scheduleId',
  access: 'session',
  screen: true,
  plan: 'useSchedules',
  params,
  status: 204,
  errors: ['ERR_NO_SCHEDULE_FOUND'],
});

/** A PNG or JPEG as multipart/form-data, or as the body itself. */
export const uploadScheduleMedia = route({
  method: 'POST',
  path: '/schedules/:scheduleId/media-upload',
  access: 'session',
  waitsFor: 'outside',
  plan: 'useSchedules',
  params,
  rawBody: true,
  uploadField: 'file',
  response: scheduleView,
  errors: [...changes, 'ERR_UNSUPPORTED_MEDIA_TYPE', 'ERR_BODY_TOO_LARGE', 'ERR_IDEMPOTENCY_KEY_REUSED'],
});

export const removeScheduleMedia = route({
  method: 'DELETE',
  path: '/schedules/:scheduleId/media-upload',
  access: 'session',
  plan: 'useSchedules',
  params,
  response: scheduleView,
  errors: changes,
});
