import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestClient, textOf } from '../../sandbox/test/test-client.ts';
import { createCompany } from '../../test/fixtures.ts';
import { type Cache, cacheOf, newComputer, signIn, startConsole } from '../console.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { percentiles } from '../measure.ts';
import { startProgram } from '../program.ts';
import { type BenchWhatsApp, startWhatsApp } from '../whatsapp.ts';

const SENDERS = 50;
const STEADY_PER_SECOND = 50;

/** From a customer's phone through Baileys, the session worker, PostgreSQL and the API into a console's SQLite. */
export const wholePath: Benchmark = {
  name: 'whole-path',
  async run(context) {
    const whatsApp = await startWhatsApp();
    const senders = Array.from({ length: SENDERS }, (_, index) => String(5_521_900_000_000 + index));
    for (const number of senders)
      await whatsApp.commands.createPhone({ number, name: `Cliente ${number.slice(-2)}`, receipts: 'none' });
    const burst = context.quick ? 300 : 1_500;
    const floor = await bareBaileys(whatsApp, senders, burst);
    const figures = await ourPath(context, whatsApp, senders, burst, floor);
    await whatsApp.stop();
    return figures;
  },
};

async function ourPath(
  context: Context,
  whatsApp: BenchWhatsApp,
  senders: string[],
  burst: number,
  floor: { perSecond: number },
): Promise<Figure[]> {
  const database = await context.postgres.createDatabase();
  const company = await createCompany(database.admin, 'Padaria');
  const server = await startProgram<{ url: string }>('server/src/main.ts', {
    env: {
      ...whatsApp.env,
      DATA_DIR: context.dir,
      DATABASE_URL: database.url,
      SECRET_KEY_FILE: join(context.dir, 'secret.key'),
      PORT: '0',
    },
  });
  const shop = await whatsApp.link(database, company);
  const computer = newComputer(await mkdtemp(join(context.dir, 'console-')));
  const desk = await startConsole(computer, server.ready.url);
  await signIn(desk, company.admin);
  await desk.live();
  const arrivals = await watch(await cacheOf(computer), desk.core);

  // Everybody has written once: sessions, contacts and tickets are there.
  await sendAll(whatsApp, senders, shop, 'warm', senders.length);
  await arrivals.reach(senders.length);
  const [before] = await database.admin<{ head: number }[]>`select max(seq)::int as head from change_log`;
  await whatsApp.commands.holdDeliveries({ number: shop });
  await sendAll(whatsApp, senders, shop, 'burst', burst);
  const released = performance.now();
  await whatsApp.commands.releaseDeliveries({ number: shop });
  await arrivals.reach(senders.length + burst);
  const perSecond = burst / ((performance.now() - released) / 1000);
  const pipelined = await database.admin<{ seconds: number }[]>`
    select extract(epoch from max(at) - min(at))::float8 as seconds from change_log
    where seq > ${before!.head} and entity = 'message'`;

  const steady = await steadyLatency(whatsApp, senders, shop, arrivals, context.quick ? 250 : 1_000);
  arrivals.close();
  await desk.stop();
  await server.stop();
  await database.drop();
  return [
    {
      name: `a burst of ${burst}, into SQLite`,
      value: perSecond,
      unit: 'per s',
      floor: { what: 'a bare Baileys that only decrypts', value: floor.perSecond },
      target: { atLeast: 150 },
    },
    {
      name: `a burst of ${burst}, into PostgreSQL`,
      value: burst / (pipelined[0]?.seconds || 1),
      unit: 'per s',
      floor: { what: 'a bare Baileys that only decrypts', value: floor.perSecond },
    },
    { name: `at ${STEADY_PER_SECOND} messages a second, p50`, value: steady.p50, unit: 'ms' },
    {
      name: `at ${STEADY_PER_SECOND} messages a second, p95`,
      value: steady.p95,
      unit: 'ms',
      target: { atMost: 300 },
    },
  ];
}

async function sendAll(whatsApp: BenchWhatsApp, senders: string[], to: string, word: string, count: number) {
  for (let sent = 0; sent < count; sent += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - sent) }, (_, index) =>
        whatsApp.commands.send({
          kind: 'text',
          from: senders[(sent + index) % senders.length]!,
          to,
          text: `${word} ${sent + index}`,
        }),
      ),
    );
}

type Arrivals = Awaited<ReturnType<typeof watch>>;

/** When each message, by its text, was in the console's file. */
async function watch(cache: Cache, core: { on: Awaited<ReturnType<typeof startConsole>>['core']['on'] }) {
  const select = cache.prepare<[number], { rowid: number; body: string }>(
    `select rowid, json_extract(row, '$.body') as body from message where rowid > ? order by rowid`,
  );
  const at = new Map<string, number>();
  let last = 0;
  let changed: (() => void) | undefined;
  const stop = core.on('db.changed', () => {
    const now = performance.now();
    for (const { rowid, body } of select.all(last)) {
      last = rowid;
      at.set(body, now);
    }
    changed?.();
  });
  return {
    at,
    async reach(count: number) {
      while (at.size < count) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        changed = resolve;
        const late = setTimeout(
          () => reject(new Error(`only ${at.size} of ${count} messages arrived`)),
          60_000,
        );
        await promise;
        clearTimeout(late);
      }
    },
    close() {
      stop();
      cache.close();
    },
  };
}

/** From the order to send until the row is there, at a pace that a busy company would have. */
async function steadyLatency(
  whatsApp: BenchWhatsApp,
  senders: string[],
  to: string,
  arrivals: Arrivals,
  count: number,
) {
  const before = arrivals.at.size;
  const sent = new Map<string, number>();
  const started = performance.now();
  const sending: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, started + (index * 1000) / STEADY_PER_SECOND - performance.now()));
    const text = `steady ${index}`;
    sent.set(text, performance.now());
    sending.push(whatsApp.commands.send({ kind: 'text', from: senders[index % senders.length]!, to, text }));
  }
  await Promise.all(sending);
  await arrivals.reach(before + count);
  return percentiles([...sent].map(([text, at]) => (arrivals.at.get(text) ?? Number.NaN) - at));
}

/** Messages a second that Baileys decrypts and hands over when nobody stores anything but its keys in memory. */
async function bareBaileys({ info, commands }: BenchWhatsApp, senders: string[], count: number) {
  const number = '5511950000000';
  await commands.createPhone({ number, name: 'Sem loja', company: true });
  const client = new TestClient({ endpoint: { url: info.url, ca: info.ca } });
  await client.pair({ scan: (qr) => commands.scan({ number, qr }) });
  const whatsApp = { commands } as BenchWhatsApp;
  const received = (word: string) =>
    client.upserts.filter(({ message }) => textOf(message)?.startsWith(word)).length;
  const reach = async (word: string, wanted: number) => {
    while (received(word) < wanted) await sleep(5);
  };
  await sendAll(whatsApp, senders, number, 'warm', senders.length);
  await reach('warm', senders.length);
  await commands.holdDeliveries({ number });
  await sendAll(whatsApp, senders, number, 'burst', count);
  const released = performance.now();
  await commands.releaseDeliveries({ number });
  await reach('burst', count);
  const perSecond = count / ((performance.now() - released) / 1000);
  await client.stop();
  return { perSecond };
}
