import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ACK } from '@balcao/shared/sync/entities.ts';
import { PROTOCOL, type ServerFrame, STORE_SCHEMA, SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import type postgres from 'postgres';
import { WebSocket, WebSocketServer } from 'ws';
import { createBus } from '../../src/platform/bus.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { createTicket, createUser } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Figure } from '../figure.ts';
import { percentiles } from '../measure.ts';
import { seedCompany } from '../seed.ts';

/** As far apart as a busy desk's messages, and more than the server's own gathering of news. */
const PAUSE_MS = 150;

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
    const consoles: WebSocket[] = [];
    const figures: Figure[] = [];
    for (const size of [50, 200]) {
      while (consoles.length < size) {
        const user = await createUser(database.admin, company.companyId, `Agente ${consoles.length}`, [
          company.queues.support,
        ]);
        const token = await api.signIn({ companyId: company.companyId, userId: user.id });
        consoles.push(await connect(api, token));
      }
      const frame = JSON.stringify({ raw: 'x'.repeat(1_200) });
      const raw = await startRawServer(size);
      const floor = await fan(raw.clients, rounds, async () => raw.broadcast(frame));
      await raw.stop();
      // Everybody's arrival was news to everybody.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const ours = await fan(consoles, rounds, writer.commit);
      const of = (value: number) => ({ what: 'a raw ws broadcast', value });
      const targets = size === 200 ? [{ atMost: 12, ratioAtMost: 3 }, { atMost: 40 }] : [];
      figures.push(
        figure(`${size} consoles, p50`, ours.p50, of(floor.p50), targets[0]),
        figure(`${size} consoles, p99`, ours.p99, of(floor.p99), targets[1]),
      );
    }
    for (const socket of consoles) socket.terminate();
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

/** From `publish` having resolved to each socket's next change, over all rounds. */
async function fan(sockets: WebSocket[], rounds: number, publish: () => Promise<void>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let committed = 0;
    // Heard before the commit was even reported: no time at all.
    const heard = sockets.map((socket) => nextChange(socket).then((at) => () => Math.max(0, at - committed)));
    await publish();
    committed = performance.now();
    for (const since of await Promise.all(heard)) times.push(since());
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return percentiles(times);
}

/** When the next message arrives; that somebody came online is no message. */
function nextChange(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      const at = performance.now();
      if (!data.includes('"entity":"message"') && !data.includes('"raw"')) return;
      socket.off('message', listen);
      resolve(at);
    };
    socket.on('message', listen);
  });
}

/** A console that has everything up to now, and goes on confirming what it gets. */
async function connect(api: Api, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}${SYNC_PATH}`);
  await once(socket, 'open');
  const hello = { type: 'hello', protocol: PROTOCOL, clientId: randomUUID(), schema: STORE_SCHEMA };
  const { promise: upToDate, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    if (!data.subarray(0, 16).includes('"batch"')) return;
    const { to } = JSON.parse(data.toString()) as Extract<ServerFrame, { type: 'batch' }>;
    socket.send(JSON.stringify({ type: 'ack', seq: to }));
    resolve();
  });
  socket.on('close', (code) => process.stderr.write(code === 1006 ? '' : `console closed: ${code}\n`));
  socket.send(JSON.stringify({ ...hello, appVersion: 'bench', cursor: null, viewVersion: null, token }));
  await upToDate;
  return socket;
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

/** Nothing but sockets, in this process, which saves it the way between two. */
async function startRawServer(size: number) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = await Promise.all(
    Array.from({ length: size }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      await once(socket, 'open');
      return socket;
    }),
  );
  return {
    clients,
    broadcast(frame: string) {
      for (const socket of server.clients) socket.send(frame);
    },
    async stop() {
      for (const socket of clients) socket.terminate();
      server.close();
    },
  };
}
