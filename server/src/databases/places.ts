import { EventEmitter } from 'node:events';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { type IdRange, rangeOf } from './ids.ts';
import { FIRST_DATABASE } from './names.ts';

/** Which database each company is on, as this process knows it: a second old at most while the first one answers. */
export interface Places {
  /** The name of the company's database. */
  of(companyId: number): string;
  /** It is between two databases, and will be back in a moment. */
  isQuiet(companyId: number): boolean;
  /** Something is known of this company that was not. */
  onChange(listener: (companyId: number) => void): void;
  stop(): void;
}

interface Place {
  company: number;
  database: string;
  quiet: boolean;
}

const CHANNEL = 'balcao_places';
const POLL_MS = 1_000;

/** @param first the database that has the directory @param names all databases of this process */
export async function openPlaces(deps: {
  first: Database;
  names: readonly string[];
  log: Log;
}): Promise<Places> {
  const changes = new EventEmitter<{ change: [number] }>();
  let known = new Map<number, Place>();
  let birthplaces = new Map<number, string>();

  async function look(): Promise<void> {
    const { rows, ranges } = await deps.first.asSystem(async (tx) => ({
      rows: await tx<Place[]>`select company, database, quiet from company_places`,
      ranges: await tx<IdRange[]>`select number, database from id_ranges`,
    }));
    birthplaces = new Map(ranges.map(({ number, database }) => [number, database]));
    const before = known;
    known = new Map(rows.map((row) => [row.company, row]));
    for (const { company, database, quiet } of rows) {
      const old = before.get(company);
      const isNews = old ? old.database !== database || old.quiet !== quiet : quiet;
      if (isNews) changes.emit('change', company);
    }
  }
  const lookAgain = () =>
    void look().catch((error: unknown) => deps.log.warn({ err: error }, 'places of companies not known'));

  await deps.first.listen(CHANNEL, lookAgain);
  await look();
  const timer = setInterval(lookAgain, POLL_MS);
  return {
    of(companyId) {
      const place = known.get(companyId)?.database ?? birthplaces.get(rangeOf(companyId));
      return place && deps.names.includes(place) ? place : FIRST_DATABASE;
    },
    isQuiet: (companyId) => known.get(companyId)?.quiet === true,
    onChange: (listener) => void changes.on('change', listener),
    stop: () => clearInterval(timer),
  };
}
