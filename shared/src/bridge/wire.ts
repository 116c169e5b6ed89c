import { z } from 'zod';
import type { ErrorCode, ErrorParams } from '../errors.ts';

/** How calls and events look on the transports that carry text (websocket) or structured clones (IPC). */
export const callFrame = z.object({
  type: z.literal('call'),
  callId: z.int().nonnegative(),
  name: z.string().max(64),
  input: z.unknown(),
});
export type CallFrame = z.output<typeof callFrame>;

export interface BridgeError {
  code: ErrorCode;
  params: ErrorParams;
  /** Names the server's answer in its log, to be copied into a report. */
  requestId?: string;
  /** A newer server's own text for a code that this console has no text for. */
  text?: string;
}

export type Answer = { ok: true; value: unknown } | { ok: false; error: BridgeError };

export type BridgeFrame =
  | { type: 'answer'; callId: number; answer: Answer }
  | { type: 'event'; name: string; data: unknown };
