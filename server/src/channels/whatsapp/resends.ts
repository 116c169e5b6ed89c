import { setTimeout as sleep } from 'node:timers/promises';
import type { BinaryNode, CacheStore, WASocket } from '@whiskeysockets/baileys';
import { ChannelError } from '../channel.ts';
import { createAcks } from './acks.ts';
import type { takeOver } from './order.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 2_000;

interface ResendDeps {
  /** The library's own counter of resends, at which it stops after five. */
  counts: CacheStore;
  ackTimeoutMs: number;
}

/**
 * Hands requests to send a message again to the library, until the server has the message. The library tries once,
 * treats a failure as an answer, and confirms the request, which then never comes again: the customer would read
 * "waiting for this message" for ever. It also counts an attempt twice, and those that failed; here each resend counts
 * once.
 */
export function createResends(
  sock: WASocket,
  handle: ReturnType<typeof takeOver>['handle'],
  { counts, ackTimeoutMs }: ResendDeps,
): (request: BinaryNode) => void {
  const acks = createAcks();
  sock.ws.on('CB:ack,class:message', (node: BinaryNode) => acks.handle(node));
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'close') acks.abandon();
  });

  async function answer(request: BinaryNode): Promise<void> {
    const { id = '', from, participant = from } = request.attrs;
    const key = `${id}:${participant}`;
    for (let attempt = 1; attempt <= ATTEMPTS && sock.ws.isOpen; attempt += 1) {
      const before = Number((await counts.get<number>(key)) ?? 0);
      const { accepted, cancel } = acks.expect(id, ackTimeoutMs);
      try {
        await handle(request);
        await accepted;
        return void counts.set(key, before + 1);
      } catch (error) {
        void counts.set(key, before);
        if (error instanceof ChannelError && error.retry === 'never') return;
        await sleep(PAUSE_MS);
      } finally {
        cancel();
      }
    }
  }

  return (request) => void answer(request);
}
