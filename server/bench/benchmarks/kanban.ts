import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { givePlan, PASSWORD } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { startProgram } from '../program.ts';
import { seedCompany } from '../seed.ts';
import { buildScreen } from './screen.ts';

interface Person {
  email: string;
  password: string;
}

/** The arguments of `desktop/e2e/board-figures.ts`. */
export interface BoardOptions {
  serverUrl: string;
  dataDir: string;
  /** Who has all the cards, and who has none. */
  people: { full: Person; empty: Person };
  cards: number;
}

/** Its output. Times in milliseconds. */
export interface BoardFigures {
  /** Times from the click until cards, or the word that there are none, are painted. */
  openings: { full: number[]; empty: number[] };
  /** The longest task while a card is carried over the lanes and dropped; 0: none above 50 ms. */
  longestTask: number;
}

const LANES = ['Novo', 'Orçamento', 'Pagamento', 'Entrega', 'Garantia', 'Retorno'];

/** A board of thousands of cards in Chromium, in its production build. */
export const kanban: Benchmark = {
  name: 'kanban',
  async run(context) {
    await buildScreen(context);
    const cards = context.quick ? 500 : 5_000;
    const { options, stop } = await startBoard(context, cards);
    context.note('opening the board, and carrying a card over it');
    const program = await startProgram<BoardFigures>('desktop/e2e/board-figures.ts', {
      args: [JSON.stringify(options)],
    });
    await program.stop();
    await stop();
    return figuresOf(program.ready, cards);
  },
};

async function startBoard(context: Context, cards: number) {
  const database = await context.postgres.createDatabase();
  const { companyId, admin, carla } = await seedCompany(database.admin, cards, { underWay: true });
  await givePlan(database.admin, companyId);
  await database.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update tickets set status = 'open', user_id = ${admin.id} where company_id = ${companyId}`;
    await tx`
      insert into tags (company_id, name, color, kanban)
      select ${companyId}, name, '#0c8599', 1 from unnest(${LANES}::text[]) name`;
    // One of seven is in no lane.
    await tx`
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select t.company_id, t.id, g.id
      from tickets t join tags g on g.company_id = t.company_id and g.id % 7 = t.id % 7
      where t.company_id = ${companyId}`;
  });
  const api = await startApi(context, database);
  const person = ({ email }: { email: string }) => ({ email, password: PASSWORD });
  const options: BoardOptions = {
    serverUrl: api.url,
    dataDir: await mkdtemp(join(context.dir, 'board-')),
    people: { full: person(admin), empty: person(carla) },
    cards,
  };
  const stop = async () => {
    await api.stop();
    await database.drop();
  };
  return { options, stop };
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

function figuresOf({ openings, longestTask }: BoardFigures, cards: number): Figure[] {
  return [
    {
      name: `opening a board of ${cards} cards, p50`,
      value: median(openings.full),
      unit: 'ms',
      floor: { what: 'the same page with an empty board', value: median(openings.empty) },
      target: { ratioAtMost: 1.5 },
    },
    {
      name: 'the longest task above 50 ms while a card is carried',
      value: longestTask,
      unit: 'ms',
      target: { atMost: 50 },
    },
  ];
}
