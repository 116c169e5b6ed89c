import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createTicket, createUser } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark, Figure } from '../figure.ts';
import { openConsole, openListener, openWriter, type TestListener } from '../light-console.ts';
import { percentiles } from '../measure.ts';
import { startProgram } from '../program.ts';
import { seedCompany } from '../seed.ts';

/** The interval of a busy desk's messages, longer than the window in which the server batches changes. */
const PAUSE_MS = 150;

/** One committed change to many consoles of one company. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  async run({ quick, ...context }) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 100);
    const api = await startApi({ quick, ...context }, database);
    const ticket = await createTicket(database.admin, company);
    const place = { companyId: company.companyId, ticketId: ticket.id };
    const writer = await openWriter(database.url);
    const rounds = quick ? 15 : 60;
    const consoles: TestListener[] = [];
    const figures: Figure[] = [];
    for (const size of [50, 200]) {
      while (consoles.length < size) {
        const user = await createUser(database.admin, company.companyId, `Agente ${consoles.length}`, [
          company.queues.support,
        ]);
        const token = await api.signIn({ companyId: company.companyId, userId: user.id });
        consoles.push(await openConsole(api.url, token));
      }
      const raw = await startRawServer(size);
      const floor = await fan(raw.listeners, rounds, raw.broadcast);
      await raw.stop();
      // Everybody's arrival was news to everybody.
      for (let second = 0; second < 3; second += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        for (const console of consoles) console.confirm();
      }
      const ours = await fan(consoles, rounds, () => writer.commit(place));
      const of = (value: number) => ({ what: 'a raw ws broadcast', value });
      const targets = size === 200 ? [{ ratioAtMost: 2.5 }, { ratioAtMost: 2.5 }] : [];
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
