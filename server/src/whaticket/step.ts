import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { markOf, moveMark, type Note, note, type Of } from './origins.repo.ts';
import type { Source } from './source.ts';

/** A company on its way. */
export interface Work extends Of {
  from: Source;
  /** Its id there; null where a database has one company. */
  origin: string | null;
  /** Conversations that changed since then, and what was said in them since. */
  since: Date | null;
  /** The hash of a password that nobody knows. */
  noPassword: string;
}

/** What became of the rows of a step. */
export interface Outcome {
  brought: number;
  notes: Note[];
}

/** One kind of rows, in batches: read there, then written here in one transaction with the place that was reached. */
export interface Step<Row> {
  /** Its name in marks and in the report. */
  kind: string;
  /** Without it there is nothing to bring. */
  table: string;
  read(work: Work, after: string | null, most: number): Promise<Row[]>;
  /** The place of a row in the order in which they are read. */
  placeOf(row: Row): string;
  write(tx: Tx, work: Work, rows: readonly Row[]): Promise<Outcome>;
}

/** Another import of the same company has gone on meanwhile. */
class TwoImportsError extends Error {
  override readonly name = 'TwoImportsError';
  constructor() {
    super('Another import of this company is under way: this one has stopped. Nothing was brought twice.');
  }
}

/** Goes on from where the last one stopped. @returns how many rows were looked at, and how many are new here */
export async function runStep<Row>(
  db: Database,
  work: Work,
  step: Step<Row>,
  most: number,
): Promise<{ read: number; brought: number }> {
  const done = { read: 0, brought: 0 };
  let after = await db.withCompany(work.companyId, (tx) => markOf(tx, work, step.kind));
  for (;;) {
    const rows = await step.read(work, after, most);
    const last = rows.at(-1);
    if (last === undefined) return done;
    const reached = step.placeOf(last);
    const from = after;
    done.brought += await db.withCompany(work.companyId, async (tx) => {
      if (!(await moveMark(tx, work, step.kind, from, reached))) throw new TwoImportsError();
      await keepFeedShort(tx, work.companyId);
      const { brought, notes } = await step.write(tx, work, rows);
      await note(tx, work, notes);
      return brought;
    });
    done.read += rows.length;
    after = reached;
  }
}

/**
 * Nobody follows a company that is only just coming: its consoles begin with all rows. Once somebody does, they hear of
 * each row like of any other.
 */
async function keepFeedShort(tx: Tx, companyId: number): Promise<void> {
  await tx`
    select set_config('app.feed_muted', 'on', true)
    where not exists (select from sync_clients where company_id = ${companyId})`;
}
