import { setTimeout as sleep } from 'node:timers/promises';
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import { ChannelError } from '../channel.ts';
import { createAcks } from './acks.ts';
import type { takeOver } from './order.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 2_000;

/**
 * Hands requests to send a message again to the library, until the server has the message. The library tries once, takes
 * a failure for an answer, and confirms the request, which then never comes again: the customer would read "waiting for
 * this message" for ever.
 */
export function createResends(
  sock: WASocket,
  handle: ReturnType<typeof takeOver>['handle'],
  ackTimeoutMs: number,
): (request: BinaryNode) => void {
  const acks = createAcks();
  sock.ws.on('CB:ack,class:message', (node: BinaryNode) => acks.handle(node));

  async function answer(request: BinaryNode): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && sock.ws.isOpen; attempt += 1) {
      const { accepted, cancel } = acks.expect(request.attrs.id ?? '', ackTimeoutMs);
      try {
        await handle(request);
        return await accepted;
      } catch (error) {
        if (error instanceof ChannelError && error.retry === 'never') return;
        await sleep(PAUSE_MS);
      } finally {
        cancel();
      }
    }
  }

  return (request) => void answer(request);
}
