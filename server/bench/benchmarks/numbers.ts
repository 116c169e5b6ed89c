import { setTimeout as sleep } from 'node:timers/promises';
import { createCompany } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { percentiles } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { addConnection, type BenchWhatsApp, startWhatsApp, startWorker } from '../whatsapp.ts';

/** How many are linked at once. */
const LINKING = 10;
/** Between two answers, whichever numbers they leave by. */
const PAUSE_MS = 100;
const MAX_WAIT_MS = 60_000;
/** Neighbours in turn are not neighbours in the process. */
const STRIDE = 37;

/** One process with few numbers, then with as many as it may hold: how long an answer takes to WhatsApp's acknowledgement. */
export const numbers: Benchmark = {
  name: 'numbers',
  onlyNamed: true,
  async run(context) {
    const counts = context.quick ? [5, 20] : [50, 200];
    const database = await context.postgres.createDatabase();
    const whatsApp = await startWhatsApp();
    const company = await createCompany(database.admin, 'Padaria');
    const { companyId } = company;
    const api = await startApi(context, database, undefined, whatsApp.env);
    const worker = await startWorker(context, database, whatsApp);
    const token = await api.signIn({ companyId, userId: company.ana.id });
    const figures: Figure[] = [];
    const phones: string[] = [];
    let linked = 0;
    const link = async () => {
      linked += 1;
      const nth = linked;
      const other = nth > 1 ? await addConnection(database.admin, companyId, nth) : undefined;
      const to = await whatsApp.link(database, company, other);
      const from = String(5_521_910_000_000 + nth);
      phones.push(to);
      await whatsApp.commands.createPhone({ number: from, name: `Cliente ${nth}`, receipts: 'none' });
      await whatsApp.commands.send({ kind: 'text', from, to, text: 'Bom dia' });
    };
    for (const count of counts) {
      while (linked < count)
        await Promise.all(Array.from({ length: Math.min(LINKING, count - linked) }, link));
      context.note(`${linked} numbers are linked`);
      const tickets = await acceptAll(database.admin, company.ana.id, linked);
      const before = await worker.cpuMs();
      const answers = await answer(context, whatsApp, api, { token, tickets, phones });
      figures.push(
        { name: `${count} numbers: an answer is with WhatsApp, p50`, value: answers.p50, unit: 'ms' },
        { name: `${count} numbers: an answer is with WhatsApp, p95`, value: answers.p95, unit: 'ms' },
        { name: `${count} numbers: the process`, value: await worker.memory(), unit: 'MB' },
      );
      context.note(`${count} numbers: ${Math.round((await worker.cpuMs()) - before)} ms of processor`);
    }
    const [few, many] = figures.filter(({ name }) => name.endsWith('p95'));
    if (few && many) {
      many.floor = { what: `the same with ${counts[0]}`, value: few.value };
      many.target = { ratioAtMost: 1.2 };
    }
    await worker.stop();
    await api.stop();
    await whatsApp.stop();
    await database.drop();
    return figures;
  },
};

/** Each number has been written to; Ana takes all of them. @returns the tickets */
async function acceptAll(admin: BenchDatabase['admin'], userId: number, count: number): Promise<number[]> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    const tickets = await admin<{ id: number }[]>`select id::int from tickets order by id`;
    if (tickets.length < count) continue;
    await admin`update tickets set status = 'open', user_id = ${userId}`;
    return tickets.map(({ id }) => id);
  }
  throw new Error('not every number has heard from its customer');
}

/** @returns how long answers took from the request of the agent's program until WhatsApp had them, in milliseconds */
async function answer(
  { quick }: Context,
  { commands }: BenchWhatsApp,
  api: Api,
  { token, tickets, phones }: { token: string; tickets: readonly number[]; phones: readonly string[] },
): Promise<ReturnType<typeof percentiles>> {
  const count = quick ? 40 : 400;
  const asked = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const ticketId = tickets[(index * STRIDE) % tickets.length]!;
    const body = `Resposta ${index}, uma de ${tickets.length}`;
    const began = Date.now();
    asked.set(body, began);
    const response = await fetch(`${api.url}/messages/${ticketId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await sleep(Math.max(0, PAUSE_MS - (Date.now() - began)));
  }
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await sleep(PAUSE_MS)) {
    const ledgers = await Promise.all(phones.map((number) => commands.ledger({ number })));
    const times = ledgers.flat().flatMap(({ text = '', at }) => {
      const began = asked.get(text);
      return began === undefined ? [] : [at - began];
    });
    if (times.length === count) return percentiles(times);
  }
  throw new Error('not every answer was sent');
}
