import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCompany } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { measure, medianOf } from '../measure.ts';
import { startProgram } from '../program.ts';
import { seedCompany } from '../seed.ts';
import { addConnection, startWhatsApp, startWorker } from '../whatsapp.ts';

const SETTLE_MS = 3_000;

/** The memory of the programs, and their start-up time. */
export const memory: Benchmark = {
  name: 'memory',
  async run(context) {
    const bare = await startProgram('server/bench/nothing.ts');
    await sleep(SETTLE_MS);
    const floor = { what: 'a Node program that does nothing', value: await bare.memory() };
    await bare.stop();
    return [
      ...(await weighApi(context, floor)),
      ...(await weighSessions(context, floor)),
      ...(await coldStarts(context, floor)),
    ];
  },
};

type Floor = NonNullable<Figure['floor']>;

async function weighApi(context: Context, floor: Floor): Promise<Figure[]> {
  const database = await context.postgres.createDatabase();
  const company = await seedCompany(database.admin, 1_000);
  // The first start after an update reads all sources; later ones find what it made of them.
  await (await startApi(context, database)).stop();
  const api = await startApi(context, database);
  await sleep(SETTLE_MS);
  const idle = await api.memory();
  const token = await api.signIn({ companyId: company.companyId, userId: company.admin.id });
  let most = 0;
  const watching = setInterval(async () => {
    most = Math.max(most, await api.memory());
  }, 100);
  await measure(20_000, 50, () => api.get('/tickets?showAll=true', token), context.quick ? 4_000 : 20_000);
  clearInterval(watching);
  await api.stop();
  await database.drop();
  return [
    { name: 'API, idle', value: idle, unit: 'MB', floor, target: { atMost: 115 } },
    { name: 'API, most with 50 requests in flight', value: most, unit: 'MB', floor, target: { atMost: 200 } },
  ];
}

async function weighSessions(context: Context, floor: Floor): Promise<Figure[]> {
  const counts = context.quick ? [1, 3] : [1, 10, 50];
  const database = await context.postgres.createDatabase();
  const whatsApp = await startWhatsApp();
  const company = await createCompany(database.admin, 'Padaria');
  const worker = await startWorker(context, database, whatsApp);
  await sleep(SETTLE_MS);
  const none = await worker.memory();
  const weights: number[] = [];
  let linked = 0;
  for (const count of counts) {
    for (; linked < count; linked += 1) {
      const other = linked > 0 ? await addConnection(database.admin, company.companyId, linked) : undefined;
      await whatsApp.link(database, company, other);
    }
    await sleep(SETTLE_MS);
    weights.push(await worker.memory());
  }
  await worker.stop();
  await whatsApp.stop();
  await database.drop();
  const [one = none, most = none] = [weights[0], weights.at(-1)];
  return [
    { name: 'session worker without sessions', value: none, unit: 'MB', floor, target: { atMost: 95 } },
    ...weights.map((value, index) => ({
      name: `session worker with ${counts[index]} idle`,
      value,
      unit: 'MB' as const,
      floor,
    })),
    {
      name: 'each further idle session',
      value: (most - one) / (linked - 1),
      unit: 'MB',
      target: { atMost: 4 },
    },
  ];
}

/** The start-up of the server with its own PostgreSQL, already initialised, and of the console in front of it. */
async function coldStarts({ dir, quick }: Context, memoryFloor: Floor): Promise<Figure[]> {
  const runs = quick ? 1 : 5;
  const nothing = await medianOf(runs, async () => {
    const program = await startProgram('server/bench/nothing.ts');
    await program.stop();
    return program.startMs;
  });
  const floor = { what: 'a Node program that does nothing', value: nothing / 1000 };
  const env = { DATA_DIR: join(dir, 'cold-server'), BALCAO_ROLE: 'api', PORT: '0' };
  const server = () => startProgram<{ url: string }>('server/src/main.ts', { env });
  await (await server()).stop();
  const serverMs = await medianOf(runs, async () => {
    const program = await server();
    await program.stop();
    return program.startMs;
  });
  let consoleMb = 0;
  const consoleDir = await mkdtemp(join(dir, 'cold-'));
  const renderer = await mkdtemp(join(dir, 'renderer-'));
  await writeFile(join(renderer, 'index.html'), '<html></html>');
  const consoleMs = await medianOf(runs, async () => {
    const program = await startProgram('desktop/src/hosts/browser/main.ts', {
      args: ['--server', 'http://127.0.0.1:9', '--data', consoleDir, '--renderer', renderer],
    });
    await sleep(SETTLE_MS);
    consoleMb = await program.memory();
    await program.stop();
    return program.startMs;
  });
  return [
    {
      name: 'server ready, own PostgreSQL',
      value: serverMs / 1000,
      unit: 's',
      floor,
      target: { atMost: 1.5 },
    },
    { name: 'console ready', value: consoleMs / 1000, unit: 's', floor },
    { name: 'console core, idle', value: consoleMb, unit: 'MB', floor: memoryFloor },
  ];
}
