import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber, searchParam, uuid } from '../../contract/fields.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { attachedFile } from '../queues/calls.ts';
import { SHORTCODE_MAX_CHARS } from './limits.ts';
import { plainShortcode, quickMessage } from './row.ts';

/** Quick messages: one's own, and those for everybody. */

const quickMessageView = quickMessage.extend({
  isMedia: z.boolean(),
  ...attachedFile,
  /** The author's name. */
  userName: z.string().nullable(),
});
export type QuickMessageView = z.output<typeof quickMessageView>;

/** One of a page: also how often agents took it into an answer, and when last. */
const listedQuickMessage = quickMessageView.extend({ uses: z.int(), lastUsedAt: instant.nullable() });
export type ListedQuickMessage = z.output<typeof listedQuickMessage>;

const params = z.object({ quickMessageId: idText });
const fields = z.object({
  /** Any text, which agents type after the slash; the slash itself may come along. */
  shortcode: z.string().overwrite(plainShortcode).min(1).max(SHORTCODE_MAX_CHARS),
  message: z.string().max(MESSAGE_MAX_CHARS).optional(),
  /** Offered to all agents, or with a queue to its members; otherwise to its author alone. */
  geral: z.boolean().optional(),
  /** False: kept, but not offered. */
  status: z.boolean().optional(),
  queueId: id.nullable().optional(),
  /** A file that the caller has uploaded; null takes it away. */
  mediaId: uuid.nullable().optional(),
});

/** Own ones and those for everybody, by shortcode. */
export const listQuickMessages = route({
  method: 'GET',
  path: '/quick-messages',
  access: 'session',
  tool: true,
  screen: true,
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ records: z.array(listedQuickMessage), hasMore: z.boolean() }),
});

/** Only those that may be sent, without the disabled ones. */
export const listOfferedQuickMessages = route({
  method: 'GET',
  path: '/quick-messages/list',
  access: 'session',
  response: z.array(quickMessageView),
});

export const getQuickMessage = route({
  method: 'GET',
  path: '/quick-messages/:quickMessageId',
  access: 'session',
  params,
  response: quickMessageView,
  errors: ['ERR_NO_QUICK_MESSAGE_FOUND'],
});

const refusals = ['ERR_SHORTCODE_TAKEN', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_MEDIA_FOUND'] as const;

export const createQuickMessage = route({
  method: 'POST',
  path: '/quick-messages',
  access: 'session',
  screen: true,
  body: fields,
  response: quickMessageView,
  status: 201,
  errors: refusals,
});

/** Its author may; one for all agents also users with `quickMessages:manageAll`. */
export const updateQuickMessage = route({
  method: 'PUT',
  path: '/quick-messages/:quickMessageId',
  access: 'session',
  screen: true,
  params,
  body: fields.partial(),
  response: quickMessageView,
  errors: [...refusals, 'ERR_NO_QUICK_MESSAGE_FOUND', 'ERR_NO_PERMISSION'],
});

export const deleteQuickMessage = route({
  method: 'DELETE',
  path: '/quick-messages/:quickMessageId',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_QUICK_MESSAGE_FOUND', 'ERR_NO_PERMISSION'],
});

/** Counts that an agent took it into an answer. */
export const noteQuickMessageUse = route({
  method: 'POST',
  path: '/quick-messages/:quickMessageId/uses',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_QUICK_MESSAGE_FOUND'],
});

/** The file as multipart/form-data (with `typeArch=quickMessage`, which says nothing new), or as the body itself. */
export const uploadQuickMessageMedia = route({
  method: 'POST',
  path: '/quick-messages/:quickMessageId/media-upload',
  access: 'session',
  waitsFor: 'outside',
  params,
  rawBody: true,
  uploadField: 'file',
  response: quickMessageView,
  errors: [
    'ERR_NO_QUICK_MESSAGE_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_BODY_TOO_LARGE',
    'ERR_IDEMPOTENCY_KEY_REUSED',
  ],
});

export const removeQuickMessageMedia = route({
  method: 'DELETE',
  path: '/quick-messages/:quickMessageId/media-upload',
  access: 'session',
  params,
  response: quickMessageView,
  errors: ['ERR_NO_QUICK_MESSAGE_FOUND', 'ERR_NO_PERMISSION'],
});
