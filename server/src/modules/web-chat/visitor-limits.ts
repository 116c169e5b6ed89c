import { CHAT_LIMITS } from '@balcao/shared/features/web-chat/line.ts';
import { networkOf } from '../../platform/http/network.ts';
import { createRateBucket } from '../../platform/realtime/rate-bucket.ts';

/** So much at once, and then so much in a minute. */
interface Rate {
  burst: number;
  perMinute: number;
}

/** A house or an office shares an address; a page that is suddenly known shares a chat. */
const RATES = {
  looks: { burst: 120, perMinute: 240 },
  arrivals: { burst: 60, perMinute: 120 },
  /** People who write for the first time: each costs a contact. */
  newcomersOfNetwork: { burst: 10, perMinute: 20 },
  newcomersOfChat: { burst: 100, perMinute: 300 },
  messages: { burst: CHAT_LIMITS.messagesAtOnce, perMinute: CHAT_LIMITS.messagesPerMinute },
  /** Each names many messages. */
  ticks: { burst: 30, perMinute: 120 },
  files: { burst: 10, perMinute: 20 },
  filesOfNetwork: { burst: 30, perMinute: 60 },
} as const satisfies Record<string, Rate>;

const MOST_KEPT = 10_000;

/** Lines that this process holds at most: of one network, of one chat. */
const LINES = { network: 200, chat: 10_000 } as const;

/** What visitors may do, counted in this process. */
export function createVisitorLimits(now: () => number = () => performance.now()) {
  const limits = {
    looks: createLimit(RATES.looks, now),
    arrivals: createLimit(RATES.arrivals, now),
    newcomersOfNetwork: createLimit(RATES.newcomersOfNetwork, now),
    newcomersOfChat: createLimit(RATES.newcomersOfChat, now),
    messages: createLimit(RATES.messages, now),
    ticks: createLimit(RATES.ticks, now),
    files: createLimit(RATES.files, now),
    filesOfNetwork: createLimit(RATES.filesOfNetwork, now),
  };
  const lines = new Map<string, number>();
  const count = (name: string) => lines.get(name) ?? 0;

  return {
    /** Whether somebody at this address may ask how a chat looks. */
    mayLook: (address: string) => limits.looks(networkOf(address)),
    /** Whether somebody at this address may come now. */
    mayCome: (address: string) => limits.arrivals(networkOf(address)),
    /** Whether somebody who is no contact yet may become one. */
    mayBegin: (address: string, chatKey: string) =>
      limits.newcomersOfNetwork(networkOf(address)) && limits.newcomersOfChat(chatKey),
    mayWrite: (visitor: string) => limits.messages(visitor),
    mayTick: (visitor: string) => limits.ticks(visitor),
    mayUpload: (address: string, visitor: string) =>
      limits.filesOfNetwork(networkOf(address)) && limits.files(visitor),
    /** Counts a line; null when there are too many. @returns how to give its place back */
    takeLine(address: string, chatKey: string): (() => void) | null {
      const names = [
        [`network ${networkOf(address)}`, LINES.network],
        [`chat ${chatKey}`, LINES.chat],
      ] as const;
      if (names.some(([name, most]) => count(name) >= most)) return null;
      for (const [name] of names) lines.set(name, count(name) + 1);
      return () => {
        for (const [name] of names) {
          if (count(name) > 1) lines.set(name, count(name) - 1);
          else lines.delete(name);
        }
      };
    },
  };
}
export type VisitorLimits = ReturnType<typeof createVisitorLimits>;

/** A bucket for each name; those not seen for longest are forgotten. */
function createLimit({ burst, perMinute }: Rate, now: () => number) {
  const buckets = new Map<string, ReturnType<typeof createRateBucket>>();
  return (name: string): boolean => {
    const bucket = buckets.get(name) ?? createRateBucket({ capacity: burst, perSecond: perMinute / 60, now });
    buckets.delete(name);
    buckets.set(name, bucket);
    const oldest = buckets.keys().next();
    if (buckets.size > MOST_KEPT && !oldest.done) buckets.delete(oldest.value);
    return bucket.take();
  };
}
