import type { WebSocket } from 'ws';
import { type BridgeSource, serveBridge } from './serve.ts';

/** Connects a screen whose websocket has been accepted: who may connect is the host's decision. */
export function serveWebSocket(source: BridgeSource, socket: WebSocket): void {
  const stop = serveBridge(source, {
    post(frame) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    },
    onMessage(listener) {
      const receive = (data: unknown) => listener(parseJson(String(data)));
      socket.on('message', receive);
      return () => socket.off('message', receive);
    },
  });
  socket.on('close', stop);
  // A frame over the limit or broken framing: ws closes the socket itself after this event.
  socket.on('error', () => {});
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
