import { CHAT_LIMITS, chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import type {
  ExchangeAnswer,
  ExchangeQuestion,
  VisitorFrame,
} from '@balcao/shared/features/web-chat/protocol.ts';
import type { Connection, ConnectionParts } from './connection.ts';

/** What one question carries beside its `hello`. */
const MOST_FRAMES = 19;
/** No code of a websocket: the network, or a server that says no. */
const UNREACHABLE = 0;

/** The line where websockets are refused: one request after the other, sooner while somebody looks. */
export function openExchange({ server, key, isOpen, hello, heard, ended }: ConnectionParts): Connection {
  const url = server + chatPaths(key).exchange;
  const toSay: VisitorFrame[] = [];
  const stop = new AbortController();
  let wake = () => {};

  async function ask(frames: VisitorFrame[]): Promise<ExchangeAnswer> {
    const question: ExchangeQuestion = { frames: [hello(), ...frames] };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      credentials: 'omit',
      signal: stop.signal,
    });
    if (!response.ok) throw new Error(String(response.status));
    return (await response.json()) as ExchangeAnswer;
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const { open, closed } = CHAT_LIMITS.exchangeMs;
      const timer = setTimeout(resolve, isOpen() ? open : closed);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const { frames, close } = await ask(toSay.splice(0, MOST_FRAMES));
      if (stop.signal.aborted) return;
      for (const frame of frames) heard(frame);
      if (close !== null) {
        ended(close);
        return;
      }
      if (toSay.length === 0) await pause();
    }
  }

  run().catch(() => {
    if (!stop.signal.aborted) ended(UNREACHABLE);
  });
  return {
    say(frame) {
      toSay.push(frame);
      wake();
    },
    hurry: () => wake(),
    close() {
      stop.abort();
      wake();
    },
  };
}
