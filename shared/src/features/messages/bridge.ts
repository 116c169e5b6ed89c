import { z } from 'zod';
import { id, language, uuid } from '../../contract/fields.ts';
import { messageKey } from '../../contract/message-key.ts';
import { method, nothing } from '../../contract/method.ts';
import { templateChoice } from '../message-templates/row.ts';
import { messageMutations } from './commands.ts';
import { messageItem } from './item.ts';
import { MESSAGE_MAX_CHARS } from './limits.ts';

const forward = z.object({ id: uuid, ofId: uuid });

/** What is said in a conversation, and what an agent does with it. */
export const MESSAGE_METHODS = {
  /**
   * The conversation of the ticket's contact, oldest first. `before` pages upwards, `from` downwards with that message
   * as the first; without both it is the newest page. Loads missing messages from the server when there is a
   * connection.
   */
  'messages.list': method(
    z.object({
      ticketId: id,
      before: messageKey.nullable(),
      from: messageKey.nullable().default(null),
      limit: z.int().min(1).max(500),
    }),
    z.object({
      messages: z.array(messageItem),
      /** Older ones exist. */
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
      /** Older messages exist on the server, but it cannot be reached now. */
      incomplete: z.boolean(),
    }),
  ),
  /** What an answer by mail goes on with: the customer's last mail in this conversation; null where there is none here. */
  'messages.mailThread': method(
    z.object({ ticketId: id }),
    z.object({ subject: z.string(), cc: z.array(z.string()) }).nullable(),
    ['message'],
  ),
  'messages.send': method(
    z.object({
      ticketId: id,
      body: z.string().max(MESSAGE_MAX_CHARS),
      mediaId: uuid.nullable().default(null),
      quotedMsgId: uuid.nullable().default(null),
    }),
    z.object({ id: uuid }),
  ),
  /** An approved text, where free words are not taken. The body is how it reads. */
  'messages.sendTemplate': method(
    z.object({
      id: uuid,
      ticketId: id,
      userId: id,
      body: z.string().max(MESSAGE_MAX_CHARS),
      template: templateChoice,
    }),
    nothing,
  ),
  /** `ticketId` is the conversation in which the agent does it, which may be another one of the same contact. */
  'messages.edit': method(messageMutations['message.edit'].args, nothing),
  'messages.delete': method(messageMutations['message.delete'].args, nothing),
  /** An empty emoji takes the reaction back. */
  'messages.react': method(messageMutations['message.react'].args, nothing),
  /**
   * Sends the content of messages, in this order, as new ones into other conversations and to contacts with whom there
   * may be none.
   */
  'messages.forward': method(
    z.object({
      userId: id,
      messages: z
        .array(z.union([forward.extend({ ticketId: id }), forward.extend({ contactId: id })]))
        .max(2_000),
    }),
    nothing,
  ),
  /**
   * The conversation as a ZIP that is handed on, and where the screen fetches it, once; null: in its contact's language.
   * ERR_OFFLINE without a network.
   */
  'messages.document': method(
    z.object({ ticketId: id, language: language.nullable() }),
    z.object({ url: z.string(), name: z.string() }),
  ),
  /** Send a refused message again under its own id. Give one up: only what the server itself has refused. */
  'messages.retry': method(z.object({ id: uuid }), nothing),
  'messages.discard': method(z.object({ id: uuid }), nothing),
} as const;
