import { LIMITS } from '@balcao/shared/sync/frames.ts';
import type { FrameSocket } from '../platform/realtime/frame-socket.ts';

/** A console that is alive stores a batch in milliseconds. */
const TOO_SLOW_MS = 60_000;

/** The batches that a console was sent, and how far it has stored them. */
export interface SentWindow {
  /** The position up to which it was sent something. */
  readonly sent: number;
  /** When that was; 0 before the first batch. */
  readonly sentAt: number;
  /** The last position that the console has stored; null before the first. */
  readonly acknowledged: number | null;
  send(text: string | Buffer, to: number): void;
  /** @returns whether a batch was waiting for it. */
  acknowledge(seq: number): boolean;
  /** What was sent before counts no more: rows come anew from this position on. */
  restart(seq: number): void;
  isStuck(now: number): boolean;
  /** How long the oldest batch may still wait for its acknowledgement, in ms; null: there is room for another one. */
  untilRoom(now: number): number | null;
}

export function createSentWindow(socket: Pick<FrameSocket<never>, 'sendText'>, start: number): SentWindow {
  const unacked: { to: number; at: number }[] = [];
  let sent = start;
  let sentAt = 0;
  let acknowledged: number | null = null;

  return {
    get sent() {
      return sent;
    },
    get sentAt() {
      return sentAt;
    },
    get acknowledged() {
      return acknowledged;
    },
    send(text, to) {
      sent = to;
      sentAt = performance.now();
      unacked.push({ to, at: sentAt });
      socket.sendText(text);
    },
    acknowledge(seq) {
      acknowledged = Math.max(acknowledged ?? 0, Math.min(seq, sent));
      const before = unacked.length;
      while (unacked[0] && unacked[0].to <= seq) unacked.shift();
      return unacked.length < before;
    },
    restart(seq) {
      sent = seq;
      unacked.length = 0;
    },
    isStuck(now) {
      const [oldest] = unacked;
      return oldest !== undefined && now - oldest.at > TOO_SLOW_MS;
    },
    untilRoom(now) {
      const [oldest] = unacked;
      return oldest && unacked.length >= LIMITS.unackedBatches ? oldest.at + TOO_SLOW_MS - now + 1 : null;
    },
  };
}
