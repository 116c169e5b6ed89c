import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import type { BridgeTransport } from './line.ts';

/** Waiting times between attempts; the last one repeats. The program is on this computer, so they are short. */
const RETRY_MS = [100, 250, 500, 1_000, 2_000, 5_000];

interface Options {
  /** Set when the runtime has no WebSocket, or a test needs another. */
  WebSocket?: new (
    url: string,
  ) => WebSocket;
}

/** The bridge of a screen in a browser. Finds the local program again by itself when that restarts. */
export function connectWebSocket(url: string, options: Options = {}): BridgeTransport {
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  const frameListeners = new Set<(frame: BridgeFrame) => void>();
  const lineListeners = new Set<(up: boolean) => void>();
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let up = false;
  let closed = false;

  function setLine(isUp: boolean): void {
    if (up === isUp) return;
    up = isUp;
    for (const listener of lineListeners) listener(up);
  }

  function connect(): void {
    socket = new Socket(url);
    socket.addEventListener('open', () => {
      attempts = 0;
      setLine(true);
    });
    socket.addEventListener('message', (event) => {
      const frame = JSON.parse(String(event.data)) as BridgeFrame;
      for (const listener of frameListeners) listener(frame);
    });
    // An error is always followed by a close.
    socket.addEventListener('close', () => {
      setLine(false);
      if (closed) return;
      timer = setTimeout(connect, RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]);
      attempts += 1;
    });
  }

  connect();

  return {
    send(frame: CallFrame) {
      // One that is closing loses what it is given, with a warning; its `close` says so a moment later.
      if (socket && socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    },
    onFrame(listener) {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
    onLine(listener) {
      lineListeners.add(listener);
      listener(up);
      return () => lineListeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
