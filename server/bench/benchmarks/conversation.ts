import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { usedConsole } from '../../../desktop/e2e/used-console.ts';
import { type Api, startApi } from '../api.ts';
import { cacheOf } from '../console.ts';
import { customersWrite } from '../customers.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { fillHistory } from '../history.ts';
import { percentiles } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { startProgram } from '../program.ts';
import { type SeededCompany, seedCompany } from '../seed.ts';
import { buildScreen } from './screen.ts';

/** The arguments of `desktop/e2e/conversation-figures.ts`. */
export type HandTask = { url: string } & (
  | { do: 'signIn'; email: string; password: string }
  | { do: 'switch'; rounds: number }
  | { do: 'type'; letters: number }
);

/**
 * Its output. Milliseconds from the press of a button or a key until the result was painted; the floors in the same
 * way.
 */
export interface Switched {
  /** Conversations that had not been opened since the start. */
  first: number[];
  again: number[];
  /** The same elements, kept as text, into the same place. */
  floor: number[];
}
export interface Typed {
  composer: number[];
  /** A field on its own. */
  floor: number[];
}

/** The waiting times of an agent with a full cache: the built screen in Chromium, with the core in its own process. */
export const conversation: Benchmark = {
  name: 'conversation',
  async run(context) {
    const { quick } = context;
    const dir = usedConsole(await mkdtemp(join(context.dir, 'conversation-')));
    const database = await context.postgres.createDatabase();
    // Two in three are the agent's, or of a queue of hers.
    const company = await seedCompany(database.admin, quick ? 1_500 : 15_000, { underWay: true });
    const api = await startApi(context, database);
    await buildScreen(context);
    context.note('first sync');
    await atConsole(dir, api.url, { do: 'signIn', ...company.ana });
    context.note('typing');
    const figures = await typing(context, database, company, { api, dir });
    await api.stop();
    await database.drop();

    const cache = await cacheOf({ dir });
    const tickets = Number(cache.prepare('select count(*) from ticket').pluck().get());
    fillHistory(cache, { tickets: quick ? 100 : 400, each: 300 });
    cache.close();
    context.note('switching');
    return [...figures, ...(await switching(context, { api, dir, tickets }))];
  },
};

interface Place {
  api: Api;
  dir: string;
}

type WithoutUrl<Task> = Task extends unknown ? Omit<Task, 'url'> : never;

/** Does one thing before the screen of a console that has just been started. */
async function atConsole<Told>(dir: string, serverUrl: string, task: WithoutUrl<HandTask>): Promise<Told> {
  const desk = await startProgram<{ url: string }>('desktop/src/hosts/browser/main.ts', {
    args: ['--server', serverUrl, '--data', dir],
  });
  try {
    const { url } = desk.ready;
    const hand = await startProgram<Told>('desktop/e2e/conversation-figures.ts', {
      args: [JSON.stringify({ url, ...task })],
    });
    await hand.stop();
    return hand.ready;
  } finally {
    await desk.stop();
  }
}

/** While customers write to the same agent all the time. */
async function typing(
  { quick }: Context,
  { admin }: BenchDatabase,
  company: SeededCompany,
  { api, dir }: Place,
): Promise<Figure[]> {
  let isOver = false;
  const customers = (async () => {
    while (!isOver) await customersWrite(admin, company, 50);
  })();
  const letters = quick ? 60 : 400;
  const [{ composer, floor }] = await Promise.all([
    atConsole<Typed>(dir, api.url, { do: 'type', letters }).finally(() => {
      isOver = true;
    }),
    customers,
  ]);
  return figuresOf('key to letter, while customers write', composer, {
    what: 'a field on its own',
    times: floor,
    atMost: 50,
  });
}

/** The server is away: everything comes from the disk. */
async function switching({ quick }: Context, { api, dir, tickets }: Place & { tickets: number }) {
  const rounds = quick ? 20 : 100;
  const { first, again, floor } = await atConsole<Switched>(dir, api.url, { do: 'switch', rounds });
  const beside = { what: 'the same elements from a text', times: floor, atMost: 50 };
  return [
    ...figuresOf(`click to bubbles, of ${tickets} tickets, opened first`, first, beside),
    ...figuresOf(`click to bubbles, of ${tickets} tickets, opened again`, again, beside),
  ];
}

function figuresOf(
  name: string,
  times: readonly number[],
  floor: { what: string; times: readonly number[]; atMost: number },
): Figure[] {
  const [own, least] = [percentiles(times), percentiles(floor.times)];
  return (['p50', 'p95'] as const).map((part) => ({
    name: `${name}, ${part}`,
    value: own[part],
    unit: 'ms',
    floor: { what: floor.what, value: least[part] },
    target: { atMost: floor.atMost },
  }));
}
