import { CLOSE, LIMITS } from '@balcao/shared/sync/frames.ts';
import type { RawData, WebSocket } from 'ws';
import { MAX_GREETING_CHARS } from '../sync/handshake.ts';
import type { Homes } from './home.ts';
import type { Places } from './places.ts';
import type { Senders } from './senders.ts';

/** What came before it was known whose line it is. */
const MAX_EARLY = 32;

/**
 * Lines of consoles and programs, each at the home of its company: the token in its greeting says which. When a company
 * moves its lines end, and come back at its new home.
 */
export function createLines({ homes, senders, places }: { homes: Homes; senders: Senders; places: Places }) {
  const lines = new Map<number, Set<WebSocket>>();
  places.onChange((companyId) => {
    for (const socket of lines.get(companyId) ?? []) socket.close(CLOSE.goingAway);
  });

  function keep(companyId: number, socket: WebSocket): void {
    const own = lines.get(companyId) ?? new Set();
    lines.set(companyId, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0 && lines.get(companyId) === own) lines.delete(companyId);
    });
  }

  async function bringHome(socket: WebSocket, greeting: RawData): Promise<void> {
    const companyId = await senders.ofToken(tokenIn(greeting));
    const home = homes.of(companyId);
    if (socket.readyState !== socket.OPEN) return;
    if (companyId !== undefined) keep(companyId, socket);
    home.app.acceptLink(socket);
  }

  return {
    /** Takes over a socket whose first frame has not come. */
    accept(socket: WebSocket): void {
      const early: [RawData, boolean][] = [];
      const end = () => socket.close(CLOSE.goingAway);
      const late = setTimeout(() => socket.close(CLOSE.protocolError), LIMITS.helloMs);
      socket.once('close', () => clearTimeout(late));
      socket.on('error', () => {});
      socket.on('message', hear);

      function hear(data: RawData, isBinary: boolean): void {
        early.push([data, isBinary]);
        if (early.length > MAX_EARLY) end();
        if (early.length > 1) return;
        clearTimeout(late);
        socket.pause();
        void bringHome(socket, data).then(handOver, end);
      }

      function handOver(): void {
        socket.off('message', hear);
        // Whoever hears them may pause it again.
        socket.resume();
        for (const frame of early) socket.emit('message', ...frame);
      }
    },
  };
}

/** Empty for what is no greeting. */
function tokenIn(greeting: RawData): string {
  const text = greeting.toString();
  if (text.length > MAX_GREETING_CHARS) return '';
  try {
    const { token } = JSON.parse(text) as { token?: unknown };
    return typeof token === 'string' ? token : '';
  } catch {
    return '';
  }
}
