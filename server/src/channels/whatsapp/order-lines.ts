import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { WAMessage, WASocket } from '@whiskeysockets/baileys';
import type { Log } from '../../platform/log.ts';
import { wordsOfCard } from '../card-words.ts';
import type { ChannelEvent, InboundMessage } from '../channel.ts';
import { withDeadline } from '../deadline.ts';
import { cardOfOrder } from './cards/orders.ts';
import { clean, isName } from './hostile.ts';
import { unwrap } from './wrappers.ts';

/**
 * What somebody has ordered. The lines are no part of the message: WhatsApp tells them to the business, for the token in
 * it. They are asked for when the message is stored, one order after the other, and until they are stored too the journal
 * keeps the message: after a crash the next session asks again.
 */
export interface OrderLines {
  /** @returns what is to be called when the message is stored; it calls `done` when nothing is left to do */
  follow(event: ChannelEvent, message: WAMessage, done: () => void): () => void;
  /** There is a socket that may be used. */
  resume(): void;
}

interface Deps {
  /** The open socket, once it may be used. */
  current(): WASocket | null;
  emit(event: ChannelEvent, stored: () => void): void;
  log: Pick<Log, 'info'>;
  answerMs: number;
}

interface Waiting {
  message: InboundMessage;
  order: Order;
  /** A connection that broke over it is no answer, but one that breaks each time is. */
  attempts: number;
  done(): void;
}

type Order = Parameters<typeof cardOfOrder>[0] & { orderId: string; token: string };

/** Whoever orders more at a time does not want anything. */
const MAX_WAITING = 100;
const MAX_ATTEMPTS = 2;
/** After that the tokens are no longer good. */
const MAX_AGE_MS = 86_400_000;
const TOKEN_CHARS = 1_000;

export function createOrderLines({ current, emit, log, answerMs }: Deps): OrderLines {
  const waiting: Waiting[] = [];
  let isAsking = false;

  async function askAll(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    for (let sock = current(); sock && waiting[0]; sock = current()) {
      const [next] = waiting;
      if (await ask(sock, next)) waiting.shift();
    }
    isAsking = false;
  }

  /** @returns false: the connection broke, and the next one is to ask again */
  async function ask(sock: WASocket, next: Waiting): Promise<boolean> {
    const { message, order, done } = next;
    const { chat, ref } = message;
    next.attempts += 1;
    try {
      const lines = await withDeadline(answerMs, sock.getOrderDetails(order.orderId, order.token));
      const card = cardOfOrder(order, lines);
      const text = clean(wordsOfCard(card), MESSAGE_MAX_CHARS);
      if (card.items.length === 0) done();
      else emit({ kind: 'message.completed', chat, ref, text, card }, done);
    } catch (error) {
      if (current() !== sock && next.attempts < MAX_ATTEMPTS) return false;
      log.info({ err: error }, 'the lines of an order are not known');
      done();
    }
    return true;
  }

  return {
    follow(event, info, done) {
      const order = event.kind === 'message.received' ? orderOf(info, event.message) : null;
      if (!order) return done;
      return () => {
        if (waiting.length >= MAX_WAITING) return done();
        waiting.push({ ...order, attempts: 0, done });
        void askAll();
      };
    },
    resume: () => void askAll(),
  };
}

/** An order at us. What we order elsewhere is told to others. */
function orderOf(info: WAMessage, message: InboundMessage): Pick<Waiting, 'message' | 'order'> | null {
  const { orderMessage } = unwrap(info.message).message;
  const { orderId, token } = orderMessage ?? {};
  const isLate = Date.now() - message.at.getTime() > MAX_AGE_MS;
  if (!orderMessage || message.ref.fromMe || isLate) return null;
  if (!isName(orderId) || !isName(token, TOKEN_CHARS)) return null;
  return { message, order: { ...orderMessage, orderId, token } };
}
