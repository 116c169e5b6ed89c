import type { RawData, WebSocket } from 'ws';

/** A websocket that carries JSON text frames of known shapes. */
export interface FrameSocket<Out> {
  send(frame: Out): void;
  /** A frame that is JSON already; as bytes when it goes to many. */
  sendText(text: string | Buffer): void;
  close(code: number, reason?: string): void;
  /** Bytes that the other side has not taken yet. */
  readonly backlog: number;
  readonly open: boolean;
  /** Stops reading until `resume`, so that work under way bounds what can arrive. */
  pause(): void;
  resume(): void;
}

export interface FrameSocketHandlers<In> {
  /** A frame, or undefined when the text is not one. */
  parse(text: string): In | undefined;
  onFrame(frame: In): void;
  /** Not a frame: the handler decides how to answer. */
  onMalformed(): void;
  onClosed(): void;
  /** The other side took something. */
  onDrained(): void;
  /** Both sides show life this often; twice without it is dead. */
  heartbeatMs: number;
}

/** How long a polite closing may take before the line is cut. */
const CLOSE_GRACE_MS = 2_000;

/** Attaches all handlers at once: a message that arrives before a handler would be lost. */
export function attachFrames<In, Out>(ws: WebSocket, handlers: FrameSocketHandlers<In>): FrameSocket<Out> {
  let alive = true;
  let closing = false;

  const heartbeat = setInterval(() => {
    // A paused socket cannot show life, and its pause ends by itself.
    if (!alive && !ws.isPaused) return ws.terminate();
    alive = false;
    ws.ping();
  }, handlers.heartbeatMs);
  heartbeat.unref();

  ws.on('pong', () => {
    alive = true;
  });
  ws.on('message', (data: RawData, isBinary: boolean) => {
    alive = true;
    if (closing) return;
    const frame = isBinary ? undefined : handlers.parse(data.toString());
    if (frame === undefined) handlers.onMalformed();
    else handlers.onFrame(frame);
  });
  // A broken line also closes; what broke is of no use to anybody. Who told of it has held the whole request for that.
  ws.removeAllListeners('error');
  ws.on('error', () => {});
  ws.once('close', () => {
    closing = true;
    clearInterval(heartbeat);
    handlers.onClosed();
  });

  const sendText = (text: string | Buffer) => {
    if (closing || ws.readyState !== ws.OPEN) return;
    ws.send(text, { binary: false }, () => handlers.onDrained());
  };
  return {
    sendText,
    send: (frame) => sendText(JSON.stringify(frame)),
    close(code, reason) {
      if (closing) return;
      closing = true;
      ws.resume();
      ws.close(code, reason);
      setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref();
    },
    get backlog() {
      return ws.bufferedAmount;
    },
    get open() {
      return !closing && ws.readyState === ws.OPEN;
    },
    pause: () => ws.pause(),
    resume: () => ws.resume(),
  };
}
