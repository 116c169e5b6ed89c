import { setTimeout as sleep } from 'node:timers/promises';
import { createTicket, createUser } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { type LightConsole, openConsole } from '../light-console.ts';
import { measure, percentiles } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { type SeededCompany, seedCompany } from '../seed.ts';
import { addConnection, startWhatsApp, startWorker } from '../whatsapp.ts';

/** Longer than the window in which the server gathers changes. */
const PAUSE_MS = 150;
/** The console's own pause beside the one that the server asks for. */
const SPREAD_MS = 500;

/** Two API processes: what one tells the other's consoles, and consoles that move from one to the other. */
export const machines: Benchmark = {
  name: 'machines',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 50);
    const [one, two] = [await startApi(context, database), await startApi(context, database)];
    const figures = [
      ...(await acrossProcesses(context, database, company, one, two)),
      ...(await comingBack(context, database, company, one, two)),
    ];
    await two.stop();
    figures.push(...(await changingMachines(context, database, company)));
    await database.drop();
    return figures;
  },
};

/** A colleague's note reaches a console of the process that stored it, and one of the other process. */
async function acrossProcesses(
  { quick }: Context,
  { admin }: BenchDatabase,
  company: SeededCompany,
  one: Api,
  two: Api,
): Promise<Figure[]> {
  const ticket = await createTicket(admin, company);
  const people = await addPeople(admin, company, 'Colega', 3);
  const [author, here, there] = await Promise.all(people.map((userId) => signIn(one, company, userId)));
  const consoles = [await openConsole(one.url, here!), await openConsole(two.url, there!)];
  const times: number[][] = [[], []];
  for (let round = 0; round < (quick ? 30 : 200); round += 1) {
    const heard = consoles.map((console) => console.nextChange());
    const began = performance.now();
    const noted = note(one, author!, ticket.id, `Nota ${round}`);
    for (const [index, at] of (await Promise.all(heard)).entries()) times[index]?.push(at - began);
    await noted;
    for (const console of consoles) console.confirm();
    await sleep(PAUSE_MS);
  }
  for (const { socket } of consoles) socket.terminate();
  const [same, other] = times.map(percentiles);
  return (['p50', 'p95'] as const).map((share) => ({
    name: `a note at a console of another process, ${share}`,
    value: other![share],
    unit: 'ms',
    floor: { what: 'of the same process', value: same![share] },
    target: { ratioAtMost: 1.1 },
  }));
}

/** A process ends that has all consoles: they come back by the other one, which answers others meanwhile. */
async function comingBack(
  { quick }: Context,
  { admin }: BenchDatabase,
  company: SeededCompany,
  one: Api,
  two: Api,
): Promise<Figure[]> {
  const people = await addPeople(admin, company, 'Agente', quick ? 100 : 500);
  const consoles: { console: LightConsole; token: string }[] = [];
  for (const userId of people) {
    const token = await signIn(one, company, userId);
    consoles.push({ console: await openConsole(one.url, token), token });
  }
  const [asker] = await addPeople(admin, company, 'Vizinha', 1);
  const token = await signIn(two, company, asker!);
  const ask = () => two.get('/auth/me', token);
  const before = await measure(quick ? 50 : 200, 1, ask);

  const began = performance.now();
  const moved = consoles.map(async ({ console, token }) => {
    await sleep((await console.bye) + Math.random() * SPREAD_MS);
    const again = await openConsole(two.url, token, console);
    const at = performance.now();
    again.socket.terminate();
    return at;
  });
  let isOver = false;
  const all = Promise.all(moved).finally(() => {
    isOver = true;
  });
  const ended = one.stop();
  const during: number[] = [];
  while (!isOver) {
    const asked = performance.now();
    await ask();
    during.push(performance.now() - asked);
    await sleep(20);
  }
  const back = (await all).map((at) => (at - began) / 1000);
  await ended;
  const name = `${consoles.length} consoles of a process that ends`;
  return [
    { name: `${name} are back, the last one`, value: Math.max(...back), unit: 's' },
    {
      name: `${name}: others' requests meanwhile, p95`,
      value: percentiles(during).p95,
      unit: 'ms',
      floor: { what: 'before', value: before.p95 },
    },
  ];
}

/** Linked numbers of a machine that dies, and of one that is ended: until the last one is connected elsewhere. */
async function changingMachines(
  context: Context,
  database: BenchDatabase,
  company: SeededCompany,
): Promise<Figure[]> {
  const { quick } = context;
  const { admin } = database;
  const whatsApp = await startWhatsApp();
  const start = (machine: string) => startWorker(context, database, whatsApp, { MACHINE_NAME: machine });
  const count = quick ? 4 : 20;
  const connected = async (machine: string) => {
    for (;;) {
      const [row] = await admin<{ count: number }[]>`
        select count(*)::int from held_connections h
        join processes p on p.id = h.owner join connections c on c.id = h.connection_id
        where p.machine = ${machine} and c.status = 'connected'`;
      if (row?.count === count) return;
      await sleep(50);
    }
  };
  const first = await start('first');
  for (let n = 0; n < count; n += 1)
    await whatsApp.link(
      database,
      company,
      n > 0 ? await addConnection(admin, company.companyId, n) : undefined,
    );
  await connected('first');
  const seconds = async (end: () => Promise<void>, machine: string) => {
    const began = performance.now();
    await end();
    await connected(machine);
    return (performance.now() - began) / 1000;
  };
  // Whoever dies was alone: all of its numbers are missing at once.
  const died = first.kill();
  const second = await start('second');
  const afterDeath = await seconds(() => died, 'second');
  const third = await start('third');
  const afterLeaving = await seconds(() => second.stop(), 'third');
  await third.stop();
  await whatsApp.stop();
  return [
    {
      name: `${count} numbers of a machine that died are connected again`,
      value: afterDeath,
      unit: 's',
      target: { atMost: 15 },
    },
    {
      name: 'each number of a machine that leaves is connected again',
      value: afterLeaving / count,
      unit: 's',
      target: { atMost: 2 },
    },
  ];
}

async function addPeople(
  admin: BenchDatabase['admin'],
  company: SeededCompany,
  name: string,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await createUser(admin, company.companyId, `${name} ${n}`, [company.queues.support])).id);
  return ids;
}

const signIn = (api: Api, { companyId }: SeededCompany, userId: number) => api.signIn({ companyId, userId });

async function note(api: Api, token: string, ticketId: number, body: string): Promise<void> {
  const response = await fetch(`${api.url}/ticket-notes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ticketId, body }),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
}
