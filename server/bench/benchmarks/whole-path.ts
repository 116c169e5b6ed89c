import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCompany } from '../../test/fixtures.ts';
import { type Collector, startCollector } from '../../test/watched/collector.ts';
import { type Arrivals, bareBaileys, sqliteOf } from '../arrivals.ts';
import { newComputer, signIn, startConsole } from '../console.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { measure, percentiles, type Timing } from '../measure.ts';
import { type BenchDatabase, isWork, type LoggedStatement } from '../postgres.ts';
import { startProgram } from '../program.ts';
import { describeTrace, type TracedMessage } from '../trace.ts';
import { type BenchWhatsApp, startWhatsApp } from '../whatsapp.ts';

const SENDERS = 50;
const STEADY_PER_SECOND = 50;
/** Messages in flight, and messages of known senders; half as many come from new ones. */
const FLOWS = [
  { inFlight: 1, count: 100 },
  { inFlight: 10, count: 400 },
  { inFlight: 50, count: 800 },
];
const COUNTED = 50;
const TRACED = 21;
/** The library hands over what there is after so long. */
const TOLD_AFTER_MS = 200;
const FLOOR = 'a bare Baileys that only decrypts';

interface Path {
  whatsApp: BenchWhatsApp;
  database: BenchDatabase;
  /** These people have written to both. */
  known: string[];
  console: Arrivals;
  bare: Arrivals;
  quick: boolean;
  /** What the programs say themselves, when it was asked for. */
  collector: Collector | undefined;
}

/**
 * The way from a customer's phone through Baileys, the session worker, PostgreSQL and the API into a console's SQLite.
 */
export const wholePath: Benchmark = {
  name: 'whole-path',
  async run(context) {
    const { postgres, dir, quick, trace } = context;
    const collector = trace ? await startCollector() : undefined;
    const whatsApp = await startWhatsApp();
    const database = await postgres.createDatabase();
    const company = await createCompany(database.admin, 'Padaria');
    const server = await startProgram<{ url: string }>('server/src/main.ts', {
      env: {
        ...whatsApp.env,
        DATA_DIR: dir,
        DATABASE_URL: database.url,
        SECRET_KEY_FILE: join(dir, 'secret.key'),
        PORT: '0',
        ...(collector && {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_BSP_SCHEDULE_DELAY: String(TOLD_AFTER_MS),
        }),
      },
    });
    const shop = await whatsApp.link(database, company);
    const computer = newComputer(await mkdtemp(join(dir, 'console-')));
    const desk = await startConsole(computer, server.ready.url);
    await signIn(desk, company.admin);
    await desk.live();
    const console = await sqliteOf(shop, computer, desk);
    const bare = await bareBaileys(whatsApp);
    const known = await phones(whatsApp, 5_521_900_000_000, SENDERS);
    const path: Path = { whatsApp, database, known, console, bare, quick, collector };
    // Sessions, contacts and tickets are there.
    for (const to of [bare, console]) await arriveAll(to, await sendAll(path, to, 'warm', SENDERS));

    const figures = [
      ...(await bursts(path)),
      ...(await flows(path, context)),
      ...(await steady(path)),
      ...(await countStatements(path, context)),
    ];
    for (const { stop } of [console, bare, desk, server, whatsApp]) await stop();
    await collector?.stop();
    await database.drop();
    return figures;
  },
};

async function phones({ commands }: BenchWhatsApp, first: number, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => String(first + index));
  for (const number of numbers)
    await commands.createPhone({ number, name: `Cliente ${number.slice(-4)}`, receipts: 'none' });
  return numbers;
}

const send = ({ commands }: BenchWhatsApp, from: string, to: Arrivals, text: string) =>
  commands.send({ kind: 'text', from, to: to.number, text });

/** @returns the texts */
async function sendAll({ whatsApp, known }: Path, to: Arrivals, word: string, count: number) {
  const texts = Array.from({ length: count }, (_, index) => `${word} ${index}`);
  await measure(count, 10, (index) => send(whatsApp, known[index % known.length]!, to, texts[index]!));
  return texts;
}

const arriveAll = (to: Arrivals, texts: string[]) => Promise.all(texts.map((text) => to.arrived(text)));

/** Messages that waited for an offline phone come all at once. */
async function bursts(path: Path): Promise<Figure[]> {
  const { console, bare, database, quick } = path;
  const count = quick ? 300 : 1_500;
  const floor = await burst(path, bare, count);
  const [before] = await database.admin<{ head: number }[]>`select max(seq)::int as head from change_log`;
  const perSecond = await burst(path, console, count);
  const [pipelined] = await database.admin<{ seconds: number }[]>`
    select extract(epoch from max(at) - min(at))::float8 as seconds from change_log
    where seq > ${before!.head} and entity = 'message'`;
  return [
    {
      name: `a burst of ${count}, into SQLite`,
      value: perSecond,
      unit: 'per s',
      floor: { what: FLOOR, value: floor },
      target: { ratioAtLeast: 0.4 },
    },
    {
      name: `a burst of ${count}, into PostgreSQL`,
      value: count / (pipelined?.seconds || 1),
      unit: 'per s',
      floor: { what: FLOOR, value: floor },
    },
  ];
}

/** @returns messages a second */
async function burst(path: Path, to: Arrivals, count: number): Promise<number> {
  const { commands } = path.whatsApp;
  await commands.holdDeliveries({ number: to.number });
  const texts = await sendAll(path, to, 'burst', count);
  const released = performance.now();
  await commands.releaseDeliveries({ number: to.number });
  await arriveAll(to, texts);
  return count / ((performance.now() - released) / 1000);
}

/** Keeps so many under way: the next is sent when one has arrived. */
async function flows({ whatsApp, known, console, bare, quick }: Path, { note }: Context): Promise<Figure[]> {
  const figures: Figure[] = [];
  let strangers = 5_521_910_000_000;
  for (const { inFlight, count: full } of FLOWS) {
    note(`${inFlight} in flight`);
    const count = quick ? full / 5 : full;
    const fresh = await phones(whatsApp, strangers, count / 2);
    strangers += fresh.length;
    for (const [who, from, messages] of [
      ['known senders', known, count],
      ['new senders', fresh, count / 2],
    ] as const) {
      const flow = (to: Arrivals): Promise<Timing> =>
        measure(messages, inFlight, async (index) => {
          const text = `${who}, ${inFlight}, ${index}`;
          await send(whatsApp, from[index % from.length]!, to, text);
          await to.arrived(text);
        });
      const floor = await flow(bare);
      const ours = await flow(console);
      const beside = (value: number) => ({ what: FLOOR, value });
      const name = `${who}, ${inFlight} in flight`;
      figures.push(
        {
          name,
          value: ours.perSecond,
          unit: 'per s',
          floor: beside(floor.perSecond),
          ...(inFlight === 50 ? { target: { ratioAtLeast: who === 'new senders' ? 0.45 : 0.6 } } : {}),
        },
        {
          name: `${name}, p50`,
          value: ours.p50,
          unit: 'ms',
          floor: beside(floor.p50),
          ...(inFlight === 1 && who === 'known senders' ? { target: { ratioAtMost: 5 } } : {}),
        },
        { name: `${name}, p95`, value: ours.p95, unit: 'ms', floor: beside(floor.p95) },
      );
    }
  }
  return figures;
}

/** Sends at the pace of a busy company. */
async function steady(path: Path): Promise<Figure[]> {
  const count = path.quick ? 250 : 1_000;
  const floor = await steadyLatency(path, path.bare, count);
  const ours = await steadyLatency(path, path.console, count);
  const name = `at ${STEADY_PER_SECOND} messages a second`;
  return [
    { name: `${name}, p50`, value: ours.p50, unit: 'ms', floor: { what: FLOOR, value: floor.p50 } },
    {
      name: `${name}, p95`,
      value: ours.p95,
      unit: 'ms',
      floor: { what: FLOOR, value: floor.p95 },
      target: { atMost: 300 },
    },
  ];
}

/** Times from the send command until the arrival. */
async function steadyLatency({ whatsApp, known }: Path, to: Arrivals, count: number) {
  const sent = new Map<string, number>();
  const started = performance.now();
  const sending: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, started + (index * 1000) / STEADY_PER_SECOND - performance.now()));
    const text = `steady ${index}`;
    sent.set(text, performance.now());
    sending.push(send(whatsApp, known[index % known.length]!, to, text));
  }
  await Promise.all(sending);
  await arriveAll(to, [...sent.keys()]);
  return percentiles([...sent].map(([text, at]) => (to.at.get(text) ?? Number.NaN) - at));
}

/** All that reaches PostgreSQL for a message: the keys of its sender, the message, what a console reads of it. */
async function countStatements(path: Path, { note }: Context): Promise<Figure[]> {
  const { whatsApp, known, console, database } = path;
  const statements = await database.logStatements();
  // It holds for new connections.
  await database.admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'balcao%'`;
  const flow = (word: string) =>
    measure(COUNTED, 1, async (index) => {
      const text = `${word} ${index}`;
      await send(whatsApp, known[index % known.length]!, console, text);
      await console.arrived(text);
    });
  await flow('connected again');
  const during = async (work: () => Promise<unknown>) => {
    statements.length = 0;
    const started = performance.now();
    await work();
    await sleep(200);
    return { work: statements.filter(isWork).length, ms: performance.now() - started };
  };
  const quiet = await during(() => sleep(3_000));
  const busy = await during(() => flow('counted'));
  if (path.collector) for (const line of await traceOne(path, path.collector, statements)) note(line);
  return [
    {
      name: 'a known sender, with keys and the console’s reading',
      value: (busy.work - (quiet.work * busy.ms) / quiet.ms) / COUNTED,
      unit: 'statements',
      floor: { what: 'one that stores it', value: 1 },
      target: { atMost: 8 },
    },
  ];
}

/** The steps of a message that is alone under way. */
async function traceOne(
  { whatsApp, known, console, database }: Path,
  { spans }: Collector,
  statements: LoggedStatement[],
) {
  const messages: TracedMessage[] = [];
  for (let index = 0; index < TRACED; index += 1) {
    statements.length = 0;
    const sentAt = performance.timeOrigin + performance.now();
    const text = `traced ${index}`;
    await send(whatsApp, known[index % known.length]!, console, text);
    await console.arrived(text);
    const arrivedAt = performance.timeOrigin + console.at.get(text)!;
    await sleep(20);
    messages.push({ sentAt, arrivedAt, statements: [...statements] });
  }
  await sleep(2 * TOLD_AFTER_MS);
  return describeTrace(database.admin, messages, spans);
}
