import { freePort } from '../../src/platform/free-port.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { measure, measureInTurns, percentiles } from '../measure.ts';
import { seedCompany } from '../seed.ts';

const IN_FLIGHT = 20;
const ROUNDS = 5;
const TURNS_MS = 10_000;
const SCRAPE_MS = 1_000;
const FLOOR = 'the same with METRICS_PORT unset';

/** What it costs a request that figures are gathered, and asked for fifteen times as often as by Prometheus. */
export const watched: Benchmark = {
  name: 'watched',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 100);
    const port = await freePort();
    const [bare, told] = [
      await startApi(context, database),
      await startApi(context, database, undefined, { METRICS_PORT: String(port) }),
    ];
    const token = await bare.signIn({ companyId: company.companyId, userId: company.admin.id });
    const get = (api: Api) => () => api.get('/queue', token);
    const timer = setInterval(() => void scrape(port).catch(() => {}), SCRAPE_MS);

    const [floor, alone] = await measureInTurns(
      context.quick ? 500 : 3_000,
      [get(bare), get(told)],
      TURNS_MS,
    );
    const count = context.quick ? 1_000 : 5_000;
    /** Milliseconds of processor for a thousand requests. */
    const costOf = async (api: Api) => {
      const before = await api.cpuMs();
      await measure(count, IN_FLIGHT, get(api));
      return ((await api.cpuMs()) - before) / (count / 1_000);
    };
    const costs: { bare: number; told: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      costs.push({ bare: await costOf(bare), told: await costOf(told) });
    const median = (kind: 'bare' | 'told') => percentiles(costs.map((cost) => cost[kind])).p50;
    const bytes = await scrape(port);
    context.note(`what Prometheus fetches: ${Math.ceil(bytes / 1024)} kB`);
    clearInterval(timer);
    await Promise.all([bare.stop(), told.stop()]);
    await database.drop();
    return [
      {
        name: 'a request with figures on, p50',
        value: alone.p50,
        unit: 'ms',
        floor: { what: FLOOR, value: floor.p50 },
        target: { ratioAtMost: 1.1 },
      },
      {
        name: 'processor for 1000 requests with figures on',
        value: median('told'),
        unit: 'ms',
        floor: { what: FLOOR, value: median('bare') },
        target: { ratioAtMost: 1.1 },
      },
    ];
  },
};

async function scrape(port: number): Promise<number> {
  return (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).length;
}
