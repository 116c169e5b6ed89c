import { AppError } from '@balcao/shared/errors.ts';
import { CHAT_CLOSE, CHAT_LIMITS } from '@balcao/shared/features/web-chat/line.ts';
import {
  type ServerFrame,
  type VisitorFrame,
  visitorFrame,
} from '@balcao/shared/features/web-chat/protocol.ts';
import type { WebSocket } from 'ws';
import { attachFrames, type FrameSocket } from '../../platform/realtime/frame-socket.ts';
import { assertPage, type KnownChat, type KnownChats } from './known-chats.ts';
import type { VisitorDeps } from './visitor-deps.ts';
import { hear } from './visitor-frames.ts';
import { newLine, type VisitorLine } from './visitor-line.ts';

/** Who comes, before anything was said. */
export interface Arrival {
  key: string;
  origin: string | undefined;
  address: string;
  browser: string;
}

const HEARTBEAT_MS = 30_000;
/** Frames that wait for those before them. */
const MAX_WAITING = 40;
/** Bytes that a visitor has not taken. */
const MAX_BACKLOG = 1024 * 1024;

export interface GatewayDeps extends VisitorDeps {
  chats: KnownChats;
  publicUrl: string | null;
}

/** The websockets of visitors in this process. */
export function createVisitorGateway(deps: GatewayDeps) {
  const { chats, limits, rooms, onError, publicUrl } = deps;
  const open = new Set<FrameSocket<ServerFrame>>();

  async function welcomeChat({ key, origin }: Arrival): Promise<KnownChat | null> {
    try {
      const chat = await chats.of(key);
      assertPage(chat, origin, publicUrl);
      return chat;
    } catch (error) {
      if (error instanceof AppError && !isAway(error)) return null;
      throw error;
    }
  }

  /** Handlers are attached before anything is awaited: the greeting may be in the first packet. */
  function accept(ws: WebSocket, arrival: Arrival): void {
    let line: VisitorLine | null = null;
    let waiting = 0;
    let giveBack: (() => void) | null = null;
    let work: Promise<void> = Promise.resolve();
    const late = setTimeout(() => socket.close(CHAT_CLOSE.nonsense), CHAT_LIMITS.helloMs);
    const socket = attachFrames<VisitorFrame, ServerFrame>(ws, {
      heartbeatMs: HEARTBEAT_MS,
      parse: (text) => (text.length > CHAT_LIMITS.frameBytes ? undefined : parsed(text)),
      onFrame(frame) {
        clearTimeout(late);
        waiting += 1;
        if (waiting > MAX_WAITING) return socket.close(CHAT_CLOSE.tooMany);
        work = work
          .then(() => take(frame))
          .finally(() => {
            waiting -= 1;
          });
      },
      onMalformed: () => socket.close(CHAT_CLOSE.nonsense),
      onClosed() {
        clearTimeout(late);
        open.delete(socket);
        giveBack?.();
        if (line) rooms.leave(line);
      },
      onDrained() {},
    });
    open.add(socket);

    async function take(frame: VisitorFrame): Promise<void> {
      if (!socket.open) return;
      try {
        line ??= await begin();
        if (line) await hear(deps, line, frame);
        // It joined while it was leaving.
        if (line && !socket.open) rooms.leave(line);
      } catch (error) {
        if (!(error instanceof AppError)) onError(error, 'a visitor');
        socket.close(CHAT_CLOSE.goingAway);
      }
    }

    async function begin(): Promise<VisitorLine | null> {
      const chat = await welcomeChat(arrival);
      if (!chat) {
        socket.close(CHAT_CLOSE.refused);
        return null;
      }
      if (!socket.open) return null;
      giveBack = limits.takeLine(arrival.address, chat.key);
      if (!giveBack) {
        socket.close(CHAT_CLOSE.tooMany);
        return null;
      }
      return newLine(chat, arrival, {
        send(sent) {
          if (socket.backlog > MAX_BACKLOG) socket.close(CHAT_CLOSE.tooMany);
          else socket.send(sent);
        },
        end: (code) => socket.close(code),
      });
    }
  }

  return {
    accept,
    visitors: () => open.size,
    /** They come back at once, to another process. */
    close(): void {
      for (const socket of open) socket.close(CHAT_CLOSE.goingAway);
      rooms.close();
    },
  };
}

const isAway = ({ code }: AppError) => code === 'ERR_UNAVAILABLE';

function parsed(text: string): VisitorFrame | undefined {
  try {
    return visitorFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
