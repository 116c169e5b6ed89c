import { z } from 'zod';
import { route } from '../../contract/call.ts';
import {
  id,
  idListText,
  idText,
  instant,
  listText,
  newMessageId,
  pageNumber,
  searchParam,
  uuid,
} from '../../contract/fields.ts';
import { templateChoice } from '../message-templates/row.ts';
import { ticketView } from '../tickets/calls.ts';
import { messageMutations } from './commands.ts';
import { MESSAGE_MAX_CHARS } from './limits.ts';
import { MESSAGE_ORIGINS, MESSAGE_TYPES, message, quotedMessage } from './row.ts';

/** What is said in conversations. */

/** The customer or the group of a conversation. */
export type MessageContact = z.output<typeof ticketView>['contact'];

/**
 * This is a message as programs get it. `quotedMsg` is null also when what is quoted is not known, or not the caller's
 * to see; `contact` is the conversation's, in a group the group. `mediaUrl` opens the message's file without a token,
 * for an hour at least; null while there is none.
 */
export const messageView = message.omit({ quoted: true }).extend({
  quotedMsg: quotedMessage.nullable(),
  contact: ticketView.shape.contact,
  mediaUrl: z.string().nullable(),
});
export type MessageView = z.output<typeof messageView>;

/**
 * Messages of a ticket's contact, of all tickets that the caller sees. `before` is
 * the id of the oldest message that the caller has: going back by it costs the same however far; pages count from
 * there.
 */
export const listMessages = route({
  method: 'GET',
  path: '/messages/:ticketId',
  access: 'session',
  tool: true,
  noted: 'conversation',
  params: z.object({ ticketId: idText }),
  query: z.object({ pageNumber, before: uuid.optional() }),
  response: z.object({ messages: z.array(messageView), hasMore: z.boolean() }),
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE', 'ERR_NO_MESSAGE_FOUND'],
});

/** Kinds of messages to which a search may be narrowed: those that carry words. */
export const FOUND_KINDS = ['chat', 'image', 'video', 'audio', 'application', 'vcard', 'note'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** A message that contains the searched text. */
export const messageHit = z.object({
  id: uuid,
  ticketUuid: uuid,
  contactName: z.string(),
  /** The whole text; the caller cuts it around the match. */
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: z.enum(MESSAGE_TYPES),
  createdAt: instant,
});
export type MessageHit = z.output<typeof messageHit>;

/**
 * Searches messages in all tickets that the caller sees. Words are found by their beginnings, whatever their accents;
 * without any nothing is found. Filters add up: of one of these queues or agents, with all of these tags, of one of
 * these kinds, said by one of these, sent at `from` or later and before `to`.
 */
export const searchMessages = route({
  method: 'GET',
  path: '/messages/search',
  access: 'session',
  tool: true,
  heavy: true,
  screen: true,
  noted: 'hits',
  query: z.object({
    searchParam,
    pageNumber,
    queueIds: idListText.optional(),
    tags: idListText.optional(),
    users: idListText.optional(),
    kinds: listText(z.enum(FOUND_KINDS)).optional(),
    origins: listText(z.enum(MESSAGE_ORIGINS)).optional(),
    from: instant.optional(),
    to: instant.optional(),
    /** Searches only the conversation of this contact. */
    contactId: idText.optional(),
  }),
  response: z.object({ hits: z.array(messageHit), hasMore: z.boolean() }),
});

/**
 * `id` is made by the caller, a UUIDv7: sending the same one twice stores and sends one message. Without one the server
 * makes it.
 */
export const sendMessage = route({
  method: 'POST',
  path: '/messages/:ticketId',
  access: 'session',
  tool: true,
  params: z.object({ ticketId: idText }),
  body: z.object({
    id: newMessageId.optional(),
    body: z.string().max(MESSAGE_MAX_CHARS).default(''),
    mediaId: uuid.optional(),
    /**
     * Instead of `mediaId` a file by the link that an answer or an event gave, for as long as it opens it; other
     * addresses are not fetched.
     */
    mediaUrl: z.string().max(2_000).nullish(),
    quotedMsgId: uuid.optional(),
    /** Instead of words an approved text, where the connection has any: also outside of the hours for answers. */
    template: templateChoice.optional(),
  }),
  response: messageView,
  status: 202,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_TICKET_CLOSED',
    'ERR_TICKET_NOT_ACCEPTED',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_OUTSIDE_SERVICE_WINDOW',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_NO_MEDIA_FOUND',
    'ERR_MEDIA_NOT_READY',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_PARAMETERS',
    'ERR_IDEMPOTENCY_KEY_REUSED',
  ],
});

const ofMessage = z.object({ messageId: uuid });
/** The errors of a ticket in which the actor may write, like those of `sendMessage`. */
const WRITING = [
  'ERR_NO_TICKET_FOUND',
  'ERR_TICKET_FOREIGN_QUEUE',
  'ERR_TICKET_CLOSED',
  'ERR_TICKET_NOT_ACCEPTED',
  'ERR_OTHER_OPEN_TICKET',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_MESSAGE_FOUND',
] as const;

/**
 * Deletes a message of ours for everyone. The row shows it at once; when WhatsApp refuses, it is restored and the
 * row's `errorCode` says why. ERR_FETCH_WAPP_MSG: too old.
 */
export const deleteMessage = route({
  method: 'DELETE',
  path: '/messages/:messageId',
  access: 'session',
  params: ofMessage,
  response: messageView,
  status: 202,
  errors: [...WRITING, 'ERR_DELETE_WAPP_MSG', 'ERR_FETCH_WAPP_MSG', 'ERR_CHANNEL_CANNOT'],
});

/** Changes a text that we sent; taken back like a deletion when WhatsApp refuses. ERR_FETCH_WAPP_MSG: too old. */
export const editMessage = route({
  method: 'POST',
  path: '/messages/edit/:messageId',
  access: 'session',
  params: ofMessage,
  body: messageMutations['message.edit'].args.pick({ body: true }),
  response: messageView,
  status: 202,
  errors: [...WRITING, 'ERR_EDIT_WAPP_MSG', 'ERR_FETCH_WAPP_MSG', 'ERR_CHANNEL_CANNOT'],
});

/** Sets the company's reaction to a message; an empty emoji takes it back. */
export const reactToMessage = route({
  method: 'POST',
  path: '/messages/react/:messageId',
  access: 'session',
  params: ofMessage,
  body: messageMutations['message.react'].args.pick({ emoji: true }),
  response: messageView,
  status: 202,
  errors: [...WRITING, 'ERR_REACT_WAPP_MSG', 'ERR_CHANNEL_CANNOT'],
});

/**
 * Sends a message of ours that WhatsApp refused once more, as the same message: it can arrive only once. One that has
 * not failed stays unchanged.
 */
export const retryMessage = route({
  method: 'POST',
  path: '/messages/retry/:messageId',
  access: 'session',
  params: ofMessage,
  response: messageView,
  status: 202,
  errors: WRITING,
});

/** Sends the content of the message `ofId` into another ticket. `id` is made by the caller, as in `sendMessage`. */
export const forwardMessage = route({
  method: 'POST',
  path: '/messages/forward',
  access: 'session',
  body: z.object({ id: newMessageId.optional(), ticketId: id, ofId: uuid }),
  response: messageView,
  status: 202,
  errors: [
    ...WRITING,
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_OUTSIDE_SERVICE_WINDOW',
    'ERR_FORWARD_WAPP_MSG',
    'ERR_NO_MEDIA_FOUND',
    'ERR_MEDIA_NOT_READY',
    'ERR_WAPP_DOWNLOAD_MEDIA',
    'ERR_IDEMPOTENCY_KEY_REUSED',
  ],
});

/**
 * Sends the content of the message `ofId` to a contact: into the caller's conversation under way, a waiting one, which
 * is accepted by it, or a new one. `id` is made by the caller, as in `sendMessage`.
 */
export const forwardToContact = route({
  method: 'POST',
  path: '/messages/forward/:contactId',
  access: 'session',
  params: z.object({ contactId: idText }),
  body: forwardMessage.body.omit({ ticketId: true }),
  response: messageView,
  status: 202,
  errors: [...forwardMessage.errors, 'ERR_NO_CONTACT_FOUND'],
});

/** The instant of a change; null when it has not happened, or was not reported. */
const times = z.object({
  sent: instant.nullable(),
  delivered: instant.nullable(),
  read: instant.nullable(),
  played: instant.nullable(),
});

/** `tried`: not taken, and sent again by itself; `again`: sent once more, or arrived after all; `undone`: WhatsApp has refused the edit or the deletion before it. */
const MESSAGE_STEPS = ['tried', 'failed', 'again', 'edited', 'deleted', 'undone'] as const;
export type MessageStepKind = (typeof MESSAGE_STEPS)[number];

/**
 * The delivery details of a message. Not part of the row: every tick of every message would carry it to every console,
 * and agents open them once in a while. `recipients` are the members of a group, as far as they have confirmed, each by
 * the name that came with their messages there, else by the number where WhatsApp reveals it. `steps` are what became of
 * it besides, oldest first, as far back as they were kept; `by` is the agent's name or the program's, null for the
 * customer, the company's phone and the network. `waId` is what the messenger calls it, `earlierBodies` are the earlier
 * texts of an edited message, oldest first.
 */
const info = z.object({
  /** `queued`: since when it has waited to be sent; null for what somebody else has sent. */
  times: times.extend({ stored: instant, queued: instant.nullable() }),
  waId: z.string().nullable(),
  connection: z.string(),
  steps: z.array(
    z.object({
      kind: z.enum(MESSAGE_STEPS),
      at: instant,
      by: z.string().nullable(),
      errorCode: message.shape.errorCode,
    }),
  ),
  errorCode: message.shape.errorCode,
  recipients: z.array(times.omit({ sent: true }).extend({ name: z.string(), number: z.string().nullable() })),
  earlierBodies: z.array(z.string()),
});
export type MessageInfo = z.output<typeof info>;

export const messageInfo = route({
  method: 'GET',
  path: '/messages/:messageId/info',
  access: 'session',
  screen: true,
  noted: 'conversation',
  params: ofMessage,
  response: info,
  errors: ['ERR_NO_MESSAGE_FOUND'],
});
