import type { BinaryNode } from '@whiskeysockets/baileys';
import { ChannelError } from '../channel.ts';
import { refusalOf } from './mapper.ts';

/** Waits for the server's word on messages that we sent; the library shows only refusals (hazard H4). */
export interface Acks {
  /** Call it before sending: the answer may arrive before the promise of the sending resolves. */
  expect(id: string, timeoutMs: number): { accepted: Promise<void>; cancel(): void };
  handle(node: BinaryNode): void;
  /** The connection is gone: the fate of the messages under way is unknown. */
  abandon(): void;
}

export function createAcks(): Acks {
  const waiting = new Map<string, (error: ChannelError | null) => void>();
  return {
    expect(id, timeoutMs) {
      let cancel = () => {};
      const accepted = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => settle(new ChannelError('not_accepted_in_time')), timeoutMs);
        const settle = (error: ChannelError | null) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (error) reject(error);
          else resolve();
        };
        waiting.set(id, settle);
        cancel = () => settle(null);
      });
      // The caller may fail before it awaits the promise.
      accepted.catch(() => {});
      return { accepted, cancel: () => cancel() };
    },
    handle({ attrs }) {
      const settle = waiting.get(attrs.id ?? '');
      if (!settle) return;
      settle(
        attrs.error ? new ChannelError(refusalOf(attrs.error), `refused with code ${attrs.error}`) : null,
      );
    },
    abandon() {
      for (const settle of [...waiting.values()]) settle(new ChannelError('not_connected'));
    },
  };
}
