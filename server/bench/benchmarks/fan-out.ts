import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { type ServerFrame, SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import type postgres from 'postgres';
import { WebSocket } from 'ws';
import { createBus } from '../../src/platform/bus.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { createTicket, createUser } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Figure } from '../figure.ts';
import { percentiles } from '../measure.ts';
import { startProgram } from '../program.ts';
import { seedCompany } from '../seed.ts';

/** The interval of a busy desk's messages, longer than the window in which the server batches changes. */
const PAUSE_MS = 150;
/** The marks of a frame with a change, ours and the raw one. */
const CHANGES = ['"entity":"message"', '"raw"'];

/** One committed change to many consoles of one company. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  async run({ quick, ...context }) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 100);
    const ticket = await createTicket(database.admin, company);
    const api = await startApi({ quick, ...context }, database);
    const writer = await openWriter(database.url, database.admin, company.companyId, ticket.id);
    const rounds = quick ? 15 : 60;
    const consoles: TestListener[] = [];
    const figures: Figure[] = [];
    for (const size of [50, 200]) {
      while (consoles.length < size) {
        const user = await createUser(database.admin, company.companyId, `Agente ${consoles.length}`, [
          company.queues.support,
        ]);
        const token = await api.signIn({ companyId: company.companyId, userId: user.id });
        consoles.push(await openConsole(api, token));
      }
      const raw = await startRawServer(size);
      const floor = await fan(raw.listeners, rounds, raw.broadcast);
      await raw.stop();
      // Everybody's arrival was news to everybody.
      for (let second = 0; second < 3; second += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        for (const console of consoles) console.confirm();
      }
      const ours = await fan(consoles, rounds, writer.commit);
      const of = (value: number) => ({ what: 'a raw ws broadcast', value });
      const targets = size === 200 ? [{ atMost: 12, ratioAtMost: 3 }, { atMost: 40 }] : [];
      figures.push(
        figure(`${size} consoles, p50`, ours.p50, of(floor.p50), targets[0]),
        figure(`${size} consoles, p99`, ours.p99, of(floor.p99), targets[1]),
      );
    }
    for (const { socket } of consoles) socket.terminate();
    await writer.close();
    await api.stop();
    await database.drop();
    return figures;
  },
};

const figure = (name: string, value: number, floor: Figure['floor'], target: Figure['target']): Figure => ({
  name,
  value,
  unit: 'ms',
  ...(floor ? { floor } : {}),
  ...(target ? { target } : {}),
});

/** Times from the resolved `publish` to each socket's next change, over all rounds. */
async function fan(sockets: TestListener[], rounds: number, publish: () => Promise<void>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heard = sockets.map((socket) => socket.nextChange());
    await publish();
    const committed = performance.now();
    // Received before the commit was even reported: no time at all.
    for (const at of await Promise.all(heard)) times.push(Math.max(0, at - committed));
    for (const socket of sockets) socket.confirm();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return percentiles(times);
}

/** One end of a line that only records arrival times, so that 200 of them in one process are no bottleneck. */
interface TestListener {
  socket: WebSocket;
  /** Resolves when the next change arrives; a colleague coming online is none. */
  nextChange(): Promise<number>;
  /** Reads what came and confirms it, as a console does. */
  confirm(): void;
}

async function openListener(url: string): Promise<TestListener> {
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

/** A console that has everything up to now. */
async function openConsole(api: Api, token: string): Promise<TestListener> {
  const listener = await openListener(`${api.url.replace('http', 'ws')}${SYNC_PATH}`);
  const hello = { type: 'hello', protocol: PROTOCOL, clientId: randomUUID(), schema: STORE_SCHEMA };
  const { promise: upToDate, resolve } = Promise.withResolvers<void>();
  listener.socket.on('message', (data: Buffer) => {
    if (data.subarray(0, 16).includes('"batch"')) resolve();
  });
  listener.socket.on('close', (code) =>
    process.stderr.write(code === 1006 ? '' : `console closed: ${code}\n`),
  );
  listener.socket.send(
    JSON.stringify({ ...hello, appVersion: 'bench', cursor: null, viewVersion: null, token }),
  );
  await upToDate;
  listener.confirm();
  return listener;
}

/** Commits as the session worker does: in another process than the one that serves the consoles. */
async function openWriter(url: string, sql: postgres.Sql, companyId: number, ticketId: number) {
  const { bus, connect: listen } = createBus(
    () => db,
    () => {},
  );
  const db: Database = openDatabase({ url, name: 'bench', poolSize: 4, onCommit: bus.dirty });
  await listen();
  const [ticket] = await sql<{ contactId: number; connectionId: number }[]>`
    select contact_id::int as "contactId", connection_id::int as "connectionId" from tickets where id = ${ticketId}`;
  const { contactId, connectionId } = ticket!;
  return {
    commit: () =>
      db.withCompany(companyId, async (tx) => {
        await tx`insert into messages
          (company_id, id, ticket_id, contact_id, connection_id, from_me, body, wa_id, state, ack, created_at)
          values (${companyId}, ${randomUUID()}, ${ticketId}, ${contactId}, ${connectionId}, false, 'Tem pão?',
            ${randomUUID()}, 'received', ${ACK.pending}, now())`;
        await tx`update tickets set last_message = 'Tem pão?', last_message_at = now(),
          unread_messages = unread_messages + 1 where company_id = ${companyId} and id = ${ticketId}`;
      }),
    async close() {
      bus.close();
      await db.close();
    },
  };
}

/** Nothing but sockets, in a separate process as our API is. */
async function startRawServer(size: number) {
  const server = await startProgram<{ url: string }>('server/bench/raw-broadcast.ts');
  const { url } = server.ready;
  const listeners = await Promise.all(Array.from({ length: size }, () => openListener(url)));
  const trigger = new WebSocket(url);
  await once(trigger, 'open');
  return {
    listeners,
    broadcast: async () => trigger.send('now'),
    async stop() {
      for (const { socket } of listeners) socket.terminate();
      trigger.terminate();
      await server.stop();
    },
  };
}
