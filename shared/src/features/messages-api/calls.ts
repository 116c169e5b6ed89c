import { z } from 'zod';
import { MAX_TAGS, MESSAGE_MAX_CHARS } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { errorCode, id, idListText, idText, instant, uuid } from '../../contract/fields.ts';
import { CHANNELS } from '../connections/channel.ts';
import { contactName } from '../contacts/row.ts';
import { templateChoice } from '../message-templates/row.ts';
import { TICKET_STATUSES } from '../tickets/row.ts';
import { API_FILES_MAX, API_STATES } from './rules.ts';

/** Sending by programs, with a connection's token or a company's key; and the log of their calls, for people. */

/** Fields of a form are text. */
const anyId = z.union([id, idText]);
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

const wish = z.strictObject({
  /** With a company's key: the connection that sends; absent: the company's only one. A connection's token has its own. */
  whatsappId: anyId.optional(),
  /** Of the recipient, with country code, in any spelling: `5511987654321`, `+55 11 98765-4321`. */
  number: z.string().trim().min(1).max(50).optional(),
  /** Instead of a number: a contact, on any channel. Where no one is known by number this is the only way. */
  contactId: anyId.optional(),
  /** The text; instead of it a form brings files. */
  body: z.string().max(MESSAGE_MAX_CHARS).optional(),
  /**
   * Instead of a text an approved one, where the connection has any: also to who has not written for long, or never. Not in
   * a form.
   */
  template: templateChoice.optional(),
  /** What a contact that has no name yet is called from now on. */
  name: contactName.optional(),
  /** A message of the same conversation that this one answers. */
  quotedMsgId: uuid.optional(),
  /** Goes out at that time instead of now. It begins no conversation, so nothing of what follows stands beside it. */
  sendAt: instant.optional(),
  /**
   * Nobody has to attend to it: a conversation that this message begins is over, and one that waits and in which the
   * customer has nothing unread ends. One that an agent has stays.
   */
  closeTicket: flag.optional(),
  /** Where the conversation goes, unless an agent has it: to this queue, to this agent. */
  queueId: anyId.optional(),
  userId: anyId.optional(),
  /** Tags that the ticket gets beside those that it has. */
  tags: z.union([z.array(id).max(MAX_TAGS), idListText]).optional(),
});
export type ApiWish = z.output<typeof wish>;

const ticketOf = z.object({ id, uuid, status: z.enum(TICKET_STATUSES) });

/**
 * Sends a text, or with a form one or several files, each as a message. Accepted as soon as it is stored; a connection
 * that is down sends later. ERR_WAPP_INVALID_CONTACT for a number that is none, or that nobody has on WhatsApp;
 * ERR_CHANNEL_NO_NUMBERS where people have none; ERR_CHANNEL_CANNOT for a contact to whom the connection does not lead.
 */
export const sendApiMessage = route({
  method: 'POST',
  path: '/api/messages/send',
  access: 'connectionToken',
  plan: 'useExternalApi',
  waitsFor: 'outside',
  onlyAsks: true,
  body: wish,
  form: { files: 'medias', most: API_FILES_MAX },
  response: z.object({
    /** Of the first message, and all in their order. */
    id: uuid,
    ids: z.array(uuid),
    state: z.enum(API_STATES),
    /** The messenger that it goes out on. */
    channel: z.enum(CHANNELS),
    /** Null for a scheduled one. */
    ticket: ticketOf.nullable(),
  }),
  status: 202,
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_INVALID_CONTACT',
    'ERR_WAPP_CHECK_CONTACT',
    'ERR_CHANNEL_NO_NUMBERS',
    'ERR_CHANNEL_CANNOT',
    'ERR_NO_CONTACT_FOUND',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_OUTSIDE_SERVICE_WINDOW',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_PARAMETERS',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_USER_NOT_IN_QUEUE',
    'ERR_NO_TAG_FOUND',
    'ERR_MEDIA_QUOTA',
    'ERR_PLAN_LIMIT_SCHEDULES',
  ],
});

/** What has become of a message that was sent with the same connection's token, or for a company's key with any. */
export const getApiMessage = route({
  method: 'GET',
  path: '/api/messages/:messageId',
  access: 'connectionToken',
  plan: 'useExternalApi',
  params: z.object({ messageId: uuid }),
  response: z.object({
    id: uuid,
    state: z.enum(API_STATES),
    channel: z.enum(CHANNELS),
    /** Why it failed. */
    errorCode: errorCode.nullable(),
    ticket: ticketOf.nullable(),
    /** When it goes out, of a scheduled one. */
    sendAt: instant.nullable(),
    sentAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    readAt: instant.nullable(),
  }),
  errors: ['ERR_NO_MESSAGE_FOUND'],
});

const apiCall = z.object({
  id,
  /** With whose token: of a connection, or a company's key. */
  whatsappId: id.nullable(),
  apiKeyId: id.nullable(),
  /** As the contract says them. */
  method: z.string(),
  path: z.string(),
  /** HTTP status, and the code of what was refused. */
  status: z.int(),
  errorCode: errorCode.nullable(),
  /** Milliseconds until the answer. */
  durationMs: z.int(),
  at: instant,
});
export type ApiCall = z.output<typeof apiCall>;

/** The last calls with the company's keys and the tokens of its connections, or with one of them, the newest first. */
export const listApiCalls = route({
  method: 'GET',
  path: '/messages-api/calls',
  access: 'connections:manage',
  plan: 'useExternalApi',
  screen: true,
  query: z.object({
    whatsappId: idText.optional(),
    apiKeyId: idText.optional(),
    /** An answer's `next`. */
    after: idText.optional(),
  }),
  response: z.object({ calls: z.array(apiCall), hasMore: z.boolean(), next: z.string().nullable() }),
});
