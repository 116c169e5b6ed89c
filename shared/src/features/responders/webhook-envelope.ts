import { z } from 'zod';
import { id, idText, instant, uuid } from '../../contract/fields.ts';
import { messageCard } from '../messages/card.ts';
import { messageReferral, ticketReferral } from '../messages/referral.ts';

/** What programs outside are told in every webhook, and what they may answer. */

const named = z.object({ id, name: z.string() });

export const webhookTicket = z.object({
  id,
  uuid,
  status: z.string(),
  queue: named.nullable(),
  connection: named,
  /** The network it came by, for example `whatsapp`. */
  channel: z.string(),
  /** The advertisement, post or link that led the customer here first; null: none is known. */
  referral: ticketReferral.nullable(),
  /** Opens this ticket for one later answer; null: what is told wants none. */
  token: z.string().nullable(),
});
export type WebhookTicket = z.output<typeof webhookTicket>;

export const webhookContact = z.object({
  id,
  name: z.string(),
  number: z.string(),
  email: z.string(),
});
export type WebhookContact = z.output<typeof webhookContact>;

export const webhookMessage = z.object({
  id: uuid,
  body: z.string(),
  mediaType: z.string(),
  /** What it shows besides its words: an order, a key to pay to, an appointment. Amounts are in thousandths. */
  card: messageCard.nullable(),
  /** The id behind what was tapped in a menu, a list or a template; null: it was written. */
  tap: z.string().nullable(),
  /** What the customer came by with this message. */
  referral: messageReferral.omit({ picture: true }).nullable(),
  /** Where the file is to be fetched from, for a while. */
  media: z.object({ url: z.url(), mime: z.string(), name: z.string() }).nullable(),
  at: instant,
});
export type WebhookMessage = z.output<typeof webhookMessage>;

/** `message.received`: what it is about, and what has happened to it. */
const eventType = z.string().regex(/^\w+(?:\.\w+)*$/);

export const webhookEnvelope = z.object({
  type: eventType,
  /** When it happened, and not when it is told. */
  timestamp: instant,
  data: z.object({
    company: named,
    ticket: webhookTicket,
    contact: webhookContact,
    message: webhookMessage.nullable(),
    /** Rises with each thing told of a ticket: they may arrive in another order. */
    sequence: z.int().nonnegative(),
  }),
});
export type WebhookEnvelope = z.output<typeof webhookEnvelope>;

export const MAX_REPLY_MESSAGES = 10;
export const MAX_REPLY_CHARS = 4096;
const MAX_FILE_NAME = 255;

/** Longer texts are cut. */
const shortened = (most: number) => z.string().overwrite((text) => cut(text, most));
const file = {
  url: z.url({ protocol: /^https?$/ }).max(2048),
  caption: shortened(MAX_REPLY_CHARS).optional(),
  fileName: shortened(MAX_FILE_NAME).optional(),
};
/** Programs without types send numbers as text. */
const looseId = z.union([id, idText]);

export const webhookReplyMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: shortened(MAX_REPLY_CHARS).refine((text) => text.trim() !== ''),
  }),
  z.object({ type: z.enum(['image', 'audio', 'video', 'document']), ...file }),
]);
export type WebhookReplyMessage = z.output<typeof webhookReplyMessage>;

export const webhookReplyAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('transfer'), queueId: looseId, userId: looseId.nullish() }),
  z.object({ type: z.literal('close') }),
  z.object({ type: z.literal('stopBot') }),
]);
export type WebhookReplyAction = z.output<typeof webhookReplyAction>;

/** Each entry is read by itself: what is not understood is left out. */
export const webhookReply = z.object({
  messages: z.array(z.unknown()).optional(),
  actions: z.array(z.unknown()).optional(),
});

/** Never through the middle of a character. */
function cut(text: string, most: number): string {
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return text.length > most ? text.slice(0, end) : text;
}
