import { createHmac, randomBytes } from 'node:crypto';
import {
  MAX_REPLY_MESSAGES,
  type WebhookReplyAction,
  type WebhookReplyMessage,
  webhookReply,
  webhookReplyAction,
  webhookReplyMessage,
} from '@balcao/shared/features/responders/webhook-envelope.ts';
import type { z } from 'zod';
import { isSuccess, jsonOf, refusalOf, withoutSecret } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';
import type { Limits, Outside } from './outside.ts';
import type { Reply, Said, Wish } from './reply.ts';

/** Webhooks as Standard Webhooks 1.0.0 signs them, and the answer that a program may give at once. */

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const MAX_TIMEOUT_MS = 10_000;
const KEPT_BYTES = 2048;

export const createSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** What is signed. @property timestamp of this attempt, in seconds */
export interface SignedContent {
  id: string;
  timestamp: number;
  body: string;
  /** The newest first; while an old one is being replaced, receivers may know either. */
  secrets: readonly string[];
}

/** The value of `webhook-signature`: a signature for each secret. */
export const sign = ({ id, timestamp, body, secrets }: SignedContent): string =>
  secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`).join(' ');

/** The key is what the secret's text stands for, not the text. */
const signature = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64'))
    .update(content)
    .digest('base64');

/** @property timeoutMs at most ten seconds are waited */
export interface Delivery extends Limits {
  url: string;
  /** The same for every attempt at telling the same; without a point. */
  id: string;
  /** Byte for byte what is signed. */
  body: string;
  secrets: readonly string[];
  /** What the receiver wants to see beside the signature. */
  header: { name: string; value: string } | null;
  /** Nobody wants its answer: a long one is cut, and is no error. */
  ignoresAnswer?: true;
}

export interface Delivered {
  status: number;
  /** Its first two kilobytes. */
  answer: string;
  /** What is to be said to the customer; null: nothing. */
  reply: Reply<never> | null;
  durationMs: number;
}

/** Tells it once. Throws OutsideError, with the beginning of the answer, for every status that is no success. */
export async function deliver({ http }: Outside, delivery: Delivery): Promise<Delivered> {
  const { url, id, body, secrets, header, timeoutMs, signal, ignoresAnswer } = delivery;
  const timestamp = Math.floor(Date.now() / 1000);
  const begunAt = performance.now();
  const answer = await http.send({
    method: 'POST',
    url,
    headers: {
      ...(header && { [header.name.toLowerCase()]: header.value }),
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id, timestamp, body, secrets }),
    },
    body,
    timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
    signal,
    ...(ignoresAnswer ? { maxBytes: KEPT_BYTES, cuts: true } : {}),
  });
  const durationMs = Math.round(performance.now() - begunAt);
  // Some receivers repeat whatever came.
  const said = withoutSecret(beginningOf(answer), header?.value ?? '');
  if (!isSuccess(answer)) throw refusalOf(answer, () => said);
  return { status: answer.status, answer: said, reply: replyIn(jsonOf(answer)), durationMs };
}

/** A character that the end cuts is left out. */
const beginningOf = ({ bytes }: Pick<OutsideAnswer, 'bytes'>): string =>
  new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES), { stream: true }).replaceAll('\0', '');

/** What a program answers in our own contract; null: it is another text, and nothing is to be said. */
export const readReply = (text: string): Reply<never> | null => replyIn(jsonOf({ bytes: Buffer.from(text) }));

function replyIn(value: unknown): Reply<never> | null {
  const parsed = webhookReply.safeParse(value);
  if (!parsed.success) return null;
  const messages = understood(parsed.data.messages, webhookReplyMessage).slice(0, MAX_REPLY_MESSAGES);
  const [action] = understood(parsed.data.actions, webhookReplyAction);
  if (messages.length === 0 && !action) return null;
  return { said: messages.map(saidBy), wish: action ? wishOf(action) : null, session: null };
}

const understood = <S extends z.ZodType>(entries: readonly unknown[] = [], schema: S): z.output<S>[] =>
  entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });

const saidBy = (message: WebhookReplyMessage): Said =>
  message.type === 'text'
    ? { kind: 'text', text: message.text, delayMs: 0 }
    : {
        kind: 'file',
        url: message.url,
        as: message.type,
        caption: message.caption ?? '',
        fileName: message.fileName ?? '',
        delayMs: 0,
      };

/** There is one future: the first action decides. */
function wishOf(action: WebhookReplyAction): Wish {
  switch (action.type) {
    case 'transfer':
      return { kind: 'transfer', queueId: action.queueId, userId: action.userId ?? null };
    case 'close':
      return { kind: 'close' };
    case 'stopBot':
      return { kind: 'stop' };
  }
}
