import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultProxy } from '../../test/fault-proxy.ts';
import { type Api, startApi } from '../api.ts';
import { comeBack } from '../coming-back.ts';
import { cacheOf, newComputer, signIn, startConsole } from '../console.ts';
import type { DeskOptions } from '../desk.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { timed } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { type Program, startProgram } from '../program.ts';
import { type SeededCompany, seedCompany } from '../seed.ts';
import { insertRaw } from './raw-rows.ts';

/** A console that comes back after a night, and an idle one. */
export const offline: Benchmark = {
  name: 'offline',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, context.quick ? 1_000 : 2_000, { underWay: true });
    const api = await startApi(context, database);
    const figures = [
      ...(await catchUp(context, database, company, api)),
      ...(await idleDesk(context, company, api)),
      ...(await confirmQueued(context, database, company, api)),
    ];
    await api.stop();
    await database.drop();
    return figures;
  },
};

async function catchUp(
  context: Context,
  { admin }: BenchDatabase,
  company: SeededCompany,
  api: Api,
): Promise<Figure[]> {
  const changes = context.quick ? 2_000 : 20_000;
  const { ms, computer } = await comeBack(context, admin, company, api, changes);
  const cache = await cacheOf(computer);
  const late = Number(
    cache.prepare("select count(*) from message where row like '%depois das oito%'").pluck().get(),
  );
  if (late < changes / 4) throw new Error(`only ${late} of the new messages arrived`);
  const raw = await insertRaw(context, cache, changes);
  cache.close();
  const floor = { what: 'as many rows into a bare SQLite table' };
  return [
    {
      name: `catch-up with ${changes} changes`,
      value: ms / 1000,
      unit: 's',
      floor: { ...floor, value: changes / raw },
    },
    {
      name: 'changes caught up with',
      value: changes / (ms / 1000),
      unit: 'per s',
      floor: { ...floor, value: raw },
      target: { atLeast: 20_000 },
    },
  ];
}

const POLL_MS = 10;

/** Ana has answered in many conversations without a line; it comes back, and the server takes them one by one. */
async function confirmQueued(
  { dir, quick }: Context,
  { admin }: BenchDatabase,
  { ana, companyId }: SeededCompany,
  api: Api,
): Promise<Figure[]> {
  const commands = quick ? 200 : 1_000;
  const proxy = await startFaultProxy(api.url);
  const desk = await startConsole(newComputer(await mkdtemp(join(dir, 'queue-'))), proxy.url);
  await signIn(desk, ana);
  await desk.live();
  const { ids } = await desk.screen.invoke('tickets.list', { status: 'open', search: '', limit: 100 });
  await proxy.stop();
  for (let index = 0; index < commands; index += 1) {
    const message = { ticketId: ids[index % ids.length]!, body: `Sem linha ${index}` };
    await desk.screen.invoke('messages.send', { ...message, mediaId: null, quotedMsgId: null });
  }
  const ms = await timed(async () => {
    await proxy.start();
    await desk.screen.invoke('sync.retry');
    while ((await desk.screen.invoke('sync.status')).queued > 0) await sleep(POLL_MS);
  });
  const stored = await admin`
    select from messages where company_id = ${companyId} and body like 'Sem linha %'`;
  if (stored.count !== commands) throw new Error(`${stored.count} of ${commands} commands were stored`);
  await desk.stop();
  await proxy.stop();
  return [
    {
      name: `${commands} commands queued offline → confirmed`,
      value: ms / 1000,
      unit: 's',
      target: { atMost: 4 },
    },
  ];
}

const SETTLE_MS = 3_000;

async function idleDesk(context: Context, { ana: person }: SeededCompany, api: Api): Promise<Figure[]> {
  const desk = async (tickets: number) => {
    const options: DeskOptions = {
      dir: await mkdtemp(join(context.dir, 'desk-')),
      url: api.url,
      person,
      tickets,
    };
    return startProgram('server/bench/desk.ts', { args: [JSON.stringify(options)] });
  };
  const bare = await startProgram('server/bench/nothing.ts');
  const used = await desk(50);
  await sleep(SETTLE_MS);
  const seconds = context.quick ? 5 : 30;
  const [floor, idle] = await Promise.all([busy(bare, seconds), busy(used, seconds)]);
  await Promise.all([bare.stop(), used.stop()]);
  return [
    {
      name: 'idle console core, of one CPU',
      value: idle,
      unit: '%',
      floor: { what: 'a Node program that does nothing', value: floor },
      target: { atMost: 1 },
    },
  ];
}

/** The share of one CPU that a program takes meanwhile. */
async function busy(program: Program<unknown>, seconds: number): Promise<number> {
  const before = await program.cpuMs();
  await sleep(seconds * 1_000);
  return ((await program.cpuMs()) - before) / seconds / 10;
}
