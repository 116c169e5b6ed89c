import { isIP } from 'node:net';
import { type RawData, WebSocket } from 'ws';

/** One connection. It emits nothing after `close`. */
export interface Socket {
  send(text: string): void;
  close(code: number): void;
}

export interface SocketEvents {
  /** The server's address is known: a name server has answered, or it is a number already. */
  located(): void;
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
  let listening = true;
  let failure: Error | null = null;
  const located = () => listening && events.located();
  const socket = new WebSocket(url, {
    maxPayload: MAX_RECEIVED,
    perMessageDeflate: false,
    finishRequest(request) {
      request.once('socket', (line) => line.once('lookup', (error) => error || located()));
      request.end();
    },
  });
  if (isIP(new URL(url).hostname.replace(/^\[|\]$/g, ''))) queueMicrotask(located);

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

/** The system's words for a computer without a network, or for one that leads nowhere. */
const NETWORK_CODES = new Set([
  'ENETDOWN',
  'ENETUNREACH',
  'ENETRESET',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_OFFLINE',
]);

/** Nobody passes packets on to that address. Of one's own network this says that the neighbour is off. */
const UNREACHED_CODES = new Set(['EHOSTDOWN', 'EHOSTUNREACH']);
const OWN_NETWORK = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd]|fe[89ab])/i;

/**
 * Which layer an error comes from, by the first code in its chain of causes. The network, only where the system says
 * so: a refused connection, one that is not answered, and one that breaks are the server's.
 */
export function layerOf(error: unknown): 'network' | 'server' {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // One for each address of the name: a computer without IPv6 has no way to the first.
    if (cause instanceof AggregateError)
      return cause.errors.every((one) => layerOf(one) === 'network') ? 'network' : 'server';
    const code = 'code' in cause ? String(cause.code) : '';
    if (NETWORK_CODES.has(code)) return 'network';
    if (UNREACHED_CODES.has(code))
      return 'address' in cause && OWN_NETWORK.test(String(cause.address)) ? 'server' : 'network';
  }
  return 'server';
}
