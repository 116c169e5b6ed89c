import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { type LightConsole, openConsole, openWriter } from '../light-console.ts';
import { percentiles } from '../measure.ts';
import { type SeededCompany, seedCompanies } from '../seed.ts';

/** Consoles of each company. */
const EACH = 20;

/** Consoles of many companies at one API process, while customers write to all of them. */
export const manyConsoles: Benchmark = {
  name: 'many-consoles',
  async run(context) {
    const { quick } = context;
    const count = quick ? 20 : 100;
    const seconds = quick ? 5 : 20;
    const database = await context.postgres.createDatabase();
    const names = Array.from({ length: count }, (_, n) => `Loja ${n}`);
    const companies = await seedCompanies(database.admin, names, 60);
    const api = await startApi(context, database);
    const before = await api.memory();
    const desks = new Map<SeededCompany, LightConsole[]>();
    for (const company of companies) {
      const consoles: LightConsole[] = [];
      for (let n = 0; n < EACH; n += 1) {
        const { companyId, queues } = company;
        const user = await createUser(database.admin, companyId, `Agente ${n}`, [queues.support]);
        const token = await api.signIn({ companyId, userId: user.id });
        consoles.push(await openConsole(api.url, token));
      }
      desks.set(company, consoles);
    }
    const consoles = count * EACH;
    const memory = (await api.memory()) - before;

    // Each company once a second.
    const writer = await openWriter(database.url);
    const times: number[] = [];
    const arrivals: Promise<void>[] = [];
    const started = performance.now();
    for (let index = 0; index < count * seconds; index += 1) {
      const due = started + (index * 1_000) / count;
      if (due > performance.now()) await sleep(due - performance.now());
      const company = companies[index % count]!;
      arrivals.push(arrivalsOf(desks.get(company)!, () => writer.commit(company), times));
    }
    await Promise.all(arrivals);
    for (const { socket } of [...desks.values()].flat()) socket.terminate();
    await writer.close();
    await api.stop();
    await database.drop();
    const { p50, p95 } = percentiles(times);
    const name = `${consoles} consoles, ${count} messages a second`;
    return [
      { name: `${name}, p50`, value: p50, unit: 'ms' },
      { name: `${name}, p95`, value: p95, unit: 'ms' },
      { name: 'memory of a thousand consoles', value: (memory * 1_000) / consoles, unit: 'MB' },
    ];
  },
};

/** Times from the commit of a message to each console of its company. */
async function arrivalsOf(
  consoles: readonly LightConsole[],
  commit: () => Promise<void>,
  times: number[],
): Promise<void> {
  const heard = consoles.map((console) => console.nextChange());
  await commit();
  const committed = performance.now();
  for (const at of await Promise.all(heard)) times.push(Math.max(0, at - committed));
  for (const console of consoles) console.confirm();
}
