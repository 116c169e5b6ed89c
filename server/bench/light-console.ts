import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { CLOSE, type ServerFrame, SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import { WebSocket } from 'ws';
import { createBus } from '../src/platform/bus.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';

/** The marks of a frame with a change, ours and the raw one. */
const CHANGES = ['"entity":"message"', '"raw"'];

/** One end of a line that only records arrival times, so that 200 of them in one process are no bottleneck. */
export interface TestListener {
  socket: WebSocket;
  /** Resolves when the next change arrives; a colleague coming online is none. */
  nextChange(): Promise<number>;
  /** Reads what came and confirms it, as a console does. */
  confirm(): void;
}

export async function openListener(url: string): Promise<TestListener> {
  const socket = new WebSocket(url);
  const waiting: Buffer[] = [];
  let heard: ((at: number) => void) | undefined;
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    if (heard && CHANGES.some((mark) => data.includes(mark))) {
      heard(at);
      heard = undefined;
    }
    waiting.push(data);
  });
  await once(socket, 'open');
  return {
    socket,
    nextChange: () => new Promise((resolve) => (heard = resolve)),
    confirm() {
      const last = waiting.findLast((data) => data.subarray(0, 16).includes('"batch"'));
      waiting.length = 0;
      if (!last) return;
      const { to } = JSON.parse(last.toString()) as Extract<ServerFrame, { type: 'batch' }>;
      socket.send(JSON.stringify({ type: 'ack', seq: to }));
    },
  };
}

/** What a console has stored. */
interface Place {
  cursor: { epoch: string; seq: number; proof: string | undefined };
  viewVersion: number;
}

export interface LightConsole extends TestListener {
  clientId: string;
  /** As far as it has confirmed. */
  place(): Place;
  /** The server's last word: how long to wait before coming back. */
  bye: Promise<number>;
}

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

/** A console that has everything up to now. @param before the one that comes back */
export async function openConsole(url: string, token: string, before?: LightConsole): Promise<LightConsole> {
  const listener = await openListener(`${url.replace('http', 'ws')}${SYNC_PATH}`);
  const { socket } = listener;
  const clientId = before?.clientId ?? randomUUID();
  let place = before?.place();
  const upToDate = Promise.withResolvers<void>();
  const bye = Promise.withResolvers<number>();
  const frameOf = <T extends ServerFrame['type']>(type: T, data: Buffer): Frame<T> | null =>
    data.subarray(0, 24).includes(`"${type}"`) ? (JSON.parse(data.toString()) as Frame<T>) : null;
  socket.on('message', (data: Buffer) => {
    const end = frameOf('bootstrap.end', data);
    if (end) place = { cursor: { ...end, proof: end.proof }, viewVersion: end.viewVersion };
    const batch = frameOf('batch', data);
    if (batch && place) place.cursor = { ...place.cursor, seq: batch.to, proof: batch.proof };
    if (batch && !batch.more) upToDate.resolve();
    const farewell = frameOf('bye', data);
    if (farewell) bye.resolve(farewell.reconnectAfterMs);
  });
  socket.on('close', (code) => {
    upToDate.reject(new Error(`console closed: ${code}`));
    if (![1005, 1006, CLOSE.goingAway].includes(code)) process.stderr.write(`console closed: ${code}\n`);
  });
  const { cursor = null, viewVersion = null } = place ?? {};
  socket.send(
    JSON.stringify({
      type: 'hello',
      protocol: PROTOCOL,
      clientId,
      schema: STORE_SCHEMA,
      appVersion: 'bench',
      cursor: cursor && { epoch: cursor.epoch, seq: cursor.seq, proof: cursor.proof },
      viewVersion,
      token,
    }),
  );
  await upToDate.promise;
  listener.confirm();
  return { ...listener, clientId, bye: bye.promise, place: () => place as Place };
}

export interface Writer {
  /** A message of a customer in this ticket. */
  commit(place: { companyId: number; ticketId: number }): Promise<void>;
  close(): Promise<void>;
}

/** Commits as the session worker does: in another process than the one that serves the consoles. */
export async function openWriter(url: string): Promise<Writer> {
  const { bus, connect: listen } = createBus(
    () => db,
    () => {},
  );
  const db: Database = openDatabase({ url, name: 'bench', poolSize: 4, onCommit: bus.dirty });
  await listen();
  return {
    commit: ({ companyId, ticketId }) =>
      db.withCompany(companyId, async (tx) => {
        await tx`insert into messages
          (company_id, id, ticket_id, contact_id, connection_id, from_me, body, wa_id, state, ack, created_at)
          select company_id, ${randomUUID()}, id, contact_id, connection_id, false, 'Tem pão?',
            ${randomUUID()}, 'received', ${ACK.pending}, now()
          from tickets where company_id = ${companyId} and id = ${ticketId}`;
        await tx`update tickets set last_message = 'Tem pão?', last_message_at = now(),
          unread_messages = unread_messages + 1 where company_id = ${companyId} and id = ${ticketId}`;
      }),
    async close() {
      bus.close();
      await db.close();
    },
  };
}
