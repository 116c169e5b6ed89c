import { Agent, request as ask } from 'undici';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { measure, measureInTurns, percentiles } from '../measure.ts';
import { startProgram } from '../program.ts';
import { seedCompany } from '../seed.ts';

const IN_FLIGHT = 20;
const ROUNDS = 5;
const POINT_MS = 10_000;
const FLOOR = 'a bare Fastify route, the same answer';

/**
 * The cost of a request before and after its own work: token, session, rights, input, headers and the answer's fields.
 */
export const request: Benchmark = {
  name: 'request',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, 100);
    const api = await startApi(context, database, { file: 'server/bench/one-route.ts', args: ['ours'] });
    const bare = await startProgram<{ url: string }>('server/bench/one-route.ts', { args: ['bare'] });
    const token = await api.signIn({ companyId: company.companyId, userId: company.admin.id });
    const agent = new Agent({ connections: IN_FLIGHT });
    const get = (base: string) => async () => {
      const { statusCode, body } = await ask(`${base}/page?pageNumber=1`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${token}` },
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`GET /page: ${statusCode}`);
    };
    const [theirs, ours] = [get(bare.ready.url), get(api.url)];

    const [floor, alone] = await measureInTurns(context.quick ? 500 : 3_000, [theirs, ours], POINT_MS);
    const count = context.quick ? 1_000 : 5_000;
    const rates: { theirs: number; ours: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rates.push({
        theirs: (await measure(count, IN_FLIGHT, theirs)).perSecond,
        ours: (await measure(count, IN_FLIGHT, ours)).perSecond,
      });
    const median = (kind: 'theirs' | 'ours') => percentiles(rates.map((rate) => rate[kind])).p50;
    await agent.close();
    await bare.stop();
    await api.stop();
    await database.drop();
    return [
      {
        name: 'an authenticated request, p50',
        value: alone.p50,
        unit: 'ms',
        floor: { what: FLOOR, value: floor.p50 },
        target: { ratioAtMost: 1.5 },
      },
      {
        name: 'an authenticated request, p99',
        value: alone.p99,
        unit: 'ms',
        floor: { what: FLOOR, value: floor.p99 },
      },
      {
        name: `authenticated requests, ${IN_FLIGHT} at once`,
        value: median('ours'),
        unit: 'per s',
        floor: { what: FLOOR, value: median('theirs') },
      },
    ];
  },
};
