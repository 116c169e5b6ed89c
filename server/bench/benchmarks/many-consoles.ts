import { setTimeout as sleep } from 'node:timers/promises';
import { type CompanyFixture, createCompany, createTicket, createUser } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { type LightConsole, openConsole, openWriter, type Writer } from '../light-console.ts';
import { percentiles } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';

const CONSOLES_EACH = 20;
/** A company's customers write once in this time. */
const INTERVAL_MS = 1_000;
/** Consoles that open at the same time. */
const LANES = 25;
/** Everybody's arrival is news to everybody of the company. */
const SETTLE_S = 4;

/** A company with consoles that all see one ticket. */
interface Shop {
  company: CompanyFixture;
  ticketId: number;
  people: number[];
  consoles: LightConsole[];
}

/** Consoles of many companies to whose customers' messages one process or two processes tell. */
export const manyConsoles: Benchmark = {
  name: 'many-consoles',
  async run(context) {
    const { quick, postgres } = context;
    const database = await postgres.createDatabase();
    const shops: Shop[] = [];
    for (let n = 0; n < (quick ? 10 : 100); n += 1) shops.push(await openShop(database.admin, n));
    const writer = await openWriter(database.url);
    const [one, two] = [await startApi(context, database), await startApi(context, database)];
    const alone = await listen(context, shops, [one], writer);
    const shared = await listen(context, shops, [one, two], writer);
    await writer.close();
    await two.stop();
    await one.stop();
    await database.drop();

    const name = `${shops.length * CONSOLES_EACH} consoles of ${shops.length} companies`;
    return [
      { name: `${name}, ${shops.length} messages a second, p50`, value: alone.p50, unit: 'ms' },
      { name: `${name}, ${shops.length} messages a second, p95`, value: alone.p95, unit: 'ms' },
      {
        name: `${name}, the process`,
        value: alone.memoryMb,
        unit: 'MB',
        floor: { what: 'without them', value: alone.emptyMb },
      },
      {
        name: `a message to ${CONSOLES_EACH} consoles, processor of the API`,
        value: alone.cpuMs,
        unit: 'ms',
      },
      {
        name: 'the same, consoles shared by two processes',
        value: shared.cpuMs,
        unit: 'ms',
        floor: { what: 'by one', value: alone.cpuMs },
      },
    ] satisfies Figure[];
  },
};

async function openShop(admin: BenchDatabase['admin'], n: number): Promise<Shop> {
  const company = await createCompany(admin, `Loja ${n}`);
  const { id: ticketId } = await createTicket(admin, company);
  const people: number[] = [];
  for (let agent = 0; agent < CONSOLES_EACH; agent += 1)
    people.push(
      (await createUser(admin, company.companyId, `Agente ${n} ${agent}`, [company.queues.support])).id,
    );
  return { company, ticketId, people, consoles: [] };
}

/** Opens all consoles, evenly at the processes, and lets every company's customers write for a while. */
async function listen({ quick }: Context, shops: Shop[], apis: Api[], writer: Writer) {
  const sum = async (read: (api: Api) => Promise<number>) =>
    (await Promise.all(apis.map(read))).reduce((all, one) => all + one, 0);
  const memory = () => sum((api) => api.memory());
  const emptyMb = await memory();
  await openAll(shops, apis);
  const memoryMb = await memory();
  const before = await sum((api) => api.cpuMs());
  const times: number[] = [];
  const rounds = quick ? 5 : 30;
  await Promise.all(
    shops.map(async (shop, index) => {
      await sleep((INTERVAL_MS * index) / shops.length);
      for (let round = 0; round < rounds; round += 1) {
        const pause = sleep(INTERVAL_MS);
        times.push(...(await tell(shop, writer)));
        await pause;
      }
    }),
  );
  const cpuMs = ((await sum((api) => api.cpuMs())) - before) / (shops.length * rounds);
  for (const shop of shops) for (const { socket } of shop.consoles.splice(0)) socket.terminate();
  return { ...percentiles(times), cpuMs, memoryMb, emptyMb };
}

async function openAll(shops: Shop[], apis: Api[]): Promise<void> {
  const seats = shops.flatMap((shop) => shop.people.map((userId) => ({ shop, userId })));
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < seats.length; at = next++) {
      const { shop, userId } = seats[at]!;
      const api = apis[at % apis.length]!;
      const token = await api.signIn({ companyId: shop.company.companyId, userId });
      shop.consoles.push(await openConsole(api.url, token));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (let second = 0; second < SETTLE_S; second += 1) {
    await sleep(1_000);
    for (const { consoles } of shops) for (const console of consoles) console.confirm();
  }
}

/** A customer writes. @returns how long after the commit each console of the company heard of it, in milliseconds */
async function tell({ company, ticketId, consoles }: Shop, writer: Writer): Promise<number[]> {
  const heard = consoles.map((console) => console.nextChange());
  await writer.commit({ companyId: company.companyId, ticketId });
  const committed = performance.now();
  const times = (await Promise.all(heard)).map((at) => Math.max(0, at - committed));
  for (const console of consoles) console.confirm();
  return times;
}
