import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCompany, givePlan, insertedId } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { type Ingest, openIngest, sessionOf } from '../ingest.ts';
import { measure } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';

const WAITING = 200;
const IN_FLIGHT = 10;
/** Both are measured by turns, so that what else the machine does meets both. */
const ROUNDS = 5;
const MESSAGES = 400;

/** What conversations cost the others that wait for a program outside which never answers. */
export const responders: Benchmark = {
  name: 'responders',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const program = await openHole();
    const { port } = program.address() as AddressInfo;
    const people = await createCompany(database.admin, 'Pessoas');
    const asking = await openResponder(database, port);
    const api = await startApi(context, database, undefined, { OUTGOING_ALLOW: `127.0.0.1:${port}` });
    const ingest = await openIngest(context, database);
    const talk = talkTo(ingest, people);
    await talk();
    const quiet: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push((await talk()).p50);
      const held = connections(program);
      await measure(WAITING, IN_FLIGHT, (customer) =>
        ingest.receive([asking], 7_000_000 + round * WAITING + customer, 'Oi'),
      );
      await held(WAITING / 4);
      beside.push((await talk()).p50);
      // Their patience ends, and people have them.
      await database.admin`update outgoing_calls set due_at = now() - interval '1 hour' where state = 'waiting'`;
      program.closeAllConnections();
      await settled(database);
    }
    await ingest.close();
    await api.stop();
    program.closeAllConnections();
    program.close();
    await database.drop();
    return [
      {
        name: `a message for people, p50, while ${WAITING} conversations wait for a program that hangs`,
        value: median(beside),
        unit: 'ms',
        floor: { what: 'none waits', value: median(quiet) },
        target: { ratioAtMost: 1.15 },
      },
    ];
  },
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Nothing is asked any more. */
async function settled({ admin }: BenchDatabase): Promise<void> {
  const waiting = () => admin`select from outgoing_calls where kind = 'turn' limit 1`;
  while ((await waiting()).count > 0) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Takes every call, and answers none. */
async function openHole(): Promise<Server> {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** @returns resolves once so many more calls are held */
function connections(server: Server): (count: number) => Promise<void> {
  let held = 0;
  const hold = () => void held++;
  server.on('request', hold);
  return async (count) => {
    while (held < count) await new Promise((resolve) => setTimeout(resolve, 10));
    server.off('request', hold);
  };
}

async function openResponder({ admin }: BenchDatabase, port: number) {
  const company = await createCompany(admin, 'Programa');
  const { companyId, connectionId } = company;
  await givePlan(admin, companyId);
  const url = `http://127.0.0.1:${port}/hook`;
  const integrationId = await insertedId(admin`
    insert into queue_integrations (company_id, type, name, url, wait_seconds)
    values (${companyId}, 'webhook', 'Programa', ${url}, 0) returning id`);
  await admin`update connections set integration_id = ${integrationId} where id = ${connectionId}`;
  return sessionOf(companyId, connectionId);
}

function talkTo(ingest: Ingest, { companyId, connectionId }: { companyId: number; connectionId: number }) {
  const session = sessionOf(companyId, connectionId);
  return () =>
    measure(MESSAGES, IN_FLIGHT, (customer) =>
      ingest.receive([session], 3_000_000 + customer, 'Quero comprar'),
    );
}
