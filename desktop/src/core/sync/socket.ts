import { type RawData, WebSocket } from 'ws';

/** One connection. It emits nothing after `close`. */
export interface Socket {
  send(text: string): void;
  close(code: number): void;
}

export interface SocketEvents {
  opened(): void;
  /** null: not text. */
  received(text: string | null): void;
  /** Something came, if only a piece of a frame: proof of life on a slow line too. */
  alive(): void;
  /** `code` of the websocket; `error` when the line could not be made or broke. */
  closed(code: number, error: Error | null): void;
}

export type Connect = (url: string, events: SocketEvents) => Socket;

/** A transaction is never split, so a frame of the server may be larger than those it accepts. */
const MAX_RECEIVED = 16 * 1024 * 1024;

/** How long a polite end may take. */
const CLOSE_GRACE_MS = 2_000;

export const connectWebSocket: Connect = (url, events) => {
  const socket = new WebSocket(url, { maxPayload: MAX_RECEIVED, perMessageDeflate: false });
  let listening = true;
  let failure: Error | null = null;

  socket.on('open', () => listening && events.opened());
  socket.on('upgrade', ({ socket: bytes }) => bytes.on('data', () => listening && events.alive()));
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (listening) events.received(isBinary ? null : data.toString());
  });
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', (code) => listening && events.closed(code, failure));

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close(code) {
      listening = false;
      // A line that is still being made, or that is dead, does not answer a polite end.
      if (socket.readyState !== WebSocket.OPEN) return socket.terminate();
      socket.close(code);
      // The other side may be silent, and must not take us for still connected.
      setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
    },
  };
};

/** The system's words for a computer without a network, or for a network without a way to the server. */
const NETWORK_CODES = new Set([
  'ENETDOWN',
  'ENETUNREACH',
  'ENETRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** Which layer an error comes from, by the first code in its chain of causes. */
export function layerOf(error: unknown): 'network' | 'server' {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (NETWORK_CODES.has(code) || code === 'ERR_OFFLINE') return 'network';
    if (cause instanceof AggregateError) return layerOf(cause.errors[0]);
  }
  return 'server';
}
