import { isOlder } from '@balcao/shared/features/updates/version.ts';
import { clientFrame, type HelloFrame, LIMITS } from '@balcao/shared/sync/frames.ts';
import {
  LIVE_LIMITS,
  LIVE_PROTOCOL,
  liveClientFrame,
  type SubscribeFrame,
} from '@balcao/shared/sync/live.ts';
import { MIN_PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import type { z } from 'zod';
import { createRateBucket } from '../platform/realtime/rate-bucket.ts';
import type { Expiry } from './expiry.ts';
import type { LinkEnd } from './link-end.ts';
import type { AnyClientFrame, Link, LinkDeps, LinkSocket } from './peer.ts';

const FRAMES_PER_MINUTE = 600;
/** To read a frame costs time: one of a megabyte counts as forty more. */
const CHARS_PER_FRAME = LIMITS.maxFrame / 40;
/** A greeting is short. Before it the speaker is unknown, so nothing longer is read at all. */
export const MAX_GREETING_CHARS = 16 * 1024;

/** What answers a greeting works with. */
export interface Greeting {
  deps: LinkDeps;
  link: Link;
  socket: LinkSocket;
  end: LinkEnd;
  expiry: Expiry;
}

/** Reads frames and counts them. The first one says which language the other side speaks from then on. */
export function createFrameReader() {
  const bucket = createRateBucket({
    capacity: FRAMES_PER_MINUTE,
    perSecond: FRAMES_PER_MINUTE / 60,
    now: () => performance.now(),
  });
  let isProgram = false;
  /** What the last frame counts for beside itself. */
  let weight = 0;

  return {
    /** @returns undefined for what is no frame */
    parse(text: string, isGreeted: boolean): AnyClientFrame | undefined {
      if (!isGreeted && text.length > MAX_GREETING_CHARS) return undefined;
      if (isProgram && text.length > LIVE_LIMITS.frameChars) return undefined;
      weight = text.length / CHARS_PER_FRAME;
      const value = parseJson(text);
      isProgram ||= !isGreeted && isSubscription(value);
      return isProgram ? parseFrame(liveClientFrame, value) : parseFrame(clientFrame, value);
    },
    /** @returns false when the other side says too much. @param isNews confirmations count for their length alone */
    count: (isNews: boolean): boolean => bucket.take(weight + Number(isNews)),
  };
}

export function isTooOld(frame: HelloFrame | SubscribeFrame, minConsole: string | null): boolean {
  if (frame.type === 'subscribe') return frame.protocol < LIVE_PROTOCOL;
  return frame.protocol < MIN_PROTOCOL || (minConsole !== null && isOlder(frame.appVersion, minConsole));
}

function parseFrame<F>(schema: z.ZodType<F>, value: unknown): F | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSubscription = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'subscribe';
