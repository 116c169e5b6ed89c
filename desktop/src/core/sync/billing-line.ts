import { LIVE_PROTOCOL } from '@balcao/shared/sync/live.ts';
import type { Log } from '../log.ts';
import { connectWebSocket } from './socket.ts';
import { syncUrl } from './sync-url.ts';

interface Deps {
  serverUrl: string;
  /** A token of the session, other than the refused one. */
  token(refused: string | null): Promise<string>;
  /** Something is new about the company or its invoices, or may have been missed. */
  onNews(): void;
  log: Log;
}

/** A console that the server refuses to serve comes back to it this slowly. */
const AGAIN_MS = 5_000;

/** Waits for the payment of an overdue company, for which the feed is closed. @returns how to stop */
export function openBillingLine({ serverUrl, token, onNews, log }: Deps): () => void {
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  let close = () => {};

  async function open(): Promise<void> {
    let shown = await token(null);
    if (stopped) return;
    const line = connectWebSocket(syncUrl(serverUrl), {
      located() {},
      alive() {},
      opened: () => line.send(JSON.stringify({ type: 'subscribe', protocol: LIVE_PROTOCOL, token: shown })),
      received(text) {
        const type = typeOf(text);
        // It may have been paid before there was this line.
        if (type === 'subscribed' || type === 'events') onNews();
        else if (type === 'auth.expiring') void renew().catch(failed);
      },
      closed() {
        onNews();
        retry();
      },
    });
    close = () => line.close(1000);

    async function renew(): Promise<void> {
      shown = await token(shown);
      line.send(JSON.stringify({ type: 'auth', token: shown }));
    }
  }

  function failed(err: unknown): void {
    log.info({ err }, 'no line that tells of the payment');
  }

  function start(): void {
    void open().catch((err: unknown) => {
      failed(err);
      retry();
    });
  }

  function retry(): void {
    if (!stopped) again = setTimeout(start, AGAIN_MS);
  }

  start();
  return () => {
    stopped = true;
    clearTimeout(again);
    close();
  };
}

function typeOf(text: string | null): unknown {
  try {
    const frame: unknown = JSON.parse(text ?? '');
    return typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined;
  } catch {
    return undefined;
  }
}
