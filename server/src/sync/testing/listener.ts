import { SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import type { LiveEvent } from '@balcao/shared/sync/live-events.ts';
import { WebSocket } from 'ws';

/** A frame as a program sees it: whatever JSON came. */
interface LiveFrame {
  type: string;
  cursor?: string | null;
  events?: (LiveEvent & { record: Record<string, unknown> })[];
  [field: string]: unknown;
}

type Heard = NonNullable<LiveFrame['events']>[number];

/** A program that listens to live events. */
export interface Listener {
  ws: WebSocket;
  frames: LiveFrame[];
  texts: string[];
  /** All events so far. */
  events(): Heard[];
  /** The first frame of this type that fits, of those that came and those to come. */
  frame(type: string, fits?: (frame: LiveFrame) => boolean): Promise<LiveFrame>;
  /** The first event of this name that fits; `name` without `company-{id}-`. */
  event(name: string, fits?: (event: Heard) => boolean): Promise<Heard>;
  send(frame: Record<string, unknown>): void;
  /** The last cursor. */
  cursor(): string;
  closed: Promise<number>;
  cut(): void;
}

export function openListener(
  url: string,
  token: string,
  options: { cursor?: string; query?: string; hello?: Record<string, unknown> } = {},
): Listener {
  const ws = new WebSocket(`${url}${SYNC_PATH}${options.query ?? ''}`);
  const frames: LiveFrame[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  const closed = Promise.withResolvers<number>();
  const self: Listener = {
    ws,
    frames,
    texts,
    events: () => frames.flatMap(({ events = [] }) => events),
    async frame(type, fits = () => true) {
      for (;;) {
        const found = frames.find((frame) => frame.type === type && fits(frame));
        if (found) return found;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        const end = closed.promise.then((code) => {
          throw new Error(`closed with ${code} while waiting for ${type}; last: ${texts.at(-1)}`);
        });
        await Promise.race([promise, end]);
      }
    },
    async event(name, fits = () => true) {
      const isIt = (event: Heard) => event.event.endsWith(`-${name}`) && fits(event);
      const { events = [] } = await self.frame('events', (frame) => frame.events?.some(isIt) === true);
      return events.find(isIt) as Heard;
    },
    send: (frame) => ws.send(JSON.stringify(frame)),
    cursor: () => frames.findLast((frame) => typeof frame.cursor === 'string')?.cursor ?? '',
    closed: closed.promise,
    cut: () => ws.terminate(),
  };
  ws.on('open', () => {
    const { cursor } = options;
    self.send({ type: 'subscribe', protocol: 1, token, ...(cursor ? { cursor } : {}), ...options.hello });
  });
  ws.on('message', (data) => {
    texts.push(String(data));
    frames.push(JSON.parse(String(data)) as LiveFrame);
    for (const resolve of waiting) resolve();
    waiting.clear();
  });
  ws.on('error', () => {});
  ws.on('close', (code) => closed.resolve(code));
  return self;
}
