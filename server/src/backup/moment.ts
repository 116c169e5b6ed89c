import { z } from 'zod';
import { allowStatements, type Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { noteMoment } from './backups.repo.ts';

/** Tables whose rows are counted: what people would miss. */
const COUNTED = ['companies', 'users', 'contacts', 'tickets', 'messages', 'media'] as const;
const NEWEST = 20;
/** Seconds that counting may take. */
const COUNT_S = 1_800;

const counts = z.record(z.enum(COUNTED), z.int());
const messages = z.array(z.object({ companyId: z.int(), id: z.string(), hash: z.string() }));

/** What the database held at the moment to which a backup leads: what is restored is compared with it. */
export const momentSchema = z.object({
  at: z.coerce.date(),
  /** PostgreSQL's major version. */
  postgres: z.int(),
  /** The files that have made its schema. */
  migrations: z.array(z.string()),
  /** Rows a moment before, and a moment later. */
  least: counts,
  most: counts,
  /** Messages, the newest first. */
  newest: messages,
});
export type Moment = z.output<typeof momentSchema>;

/** Notes a moment to which one can go back: something was committed after it, at which going on from the log ends. */
export async function noteThisMoment(db: Database, id: number): Promise<Omit<Moment, 'most'>> {
  const before = await db.asSystem(async (tx) => {
    const [{ postgres = 0 } = {}] = await tx<{ postgres: number }[]>`
      select current_setting('server_version_num')::int / 10000 as postgres`;
    return { postgres, migrations: await migrationsOf(tx), least: await count(tx), newest: await newest(tx) };
  });
  // Whole milliseconds, as all programs write them, that are over.
  const at = await db.asSystem(async (tx) => {
    const [row] = await tx<{ at: Date }[]>`
      select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at, pg_sleep(0.002)`;
    if (!row) throw new Error('unreachable');
    return row.at;
  });
  await db.asSystem((tx) => noteMoment(tx, id, at));
  return { ...before, at };
}

export const countNow = (db: Database): Promise<Moment['most']> => db.asSystem(count);

/** How the restored database differs from what was noted; empty: it does not. */
export async function differences(db: Database, moment: Moment): Promise<string[]> {
  const [rows, kept] = await db.asSystem(async (tx) => [await count(tx), await newest(tx)] as const);
  const has = new Set(kept.map(({ companyId, id, hash }) => `${companyId} ${id} ${hash}`));
  return [
    ...COUNTED.flatMap((table) => {
      const [least = 0, most = 0, restored = 0] = [moment.least[table], moment.most[table], rows[table]];
      const [low, high] = [Math.min(least, most), Math.max(least, most)];
      return restored < low || restored > high
        ? `${table}: ${restored} rows instead of ${low === high ? low : `${low} to ${high}`}`
        : [];
    }),
    ...moment.newest
      .slice(0, NEWEST / 2)
      .filter(({ companyId, id, hash }) => !has.has(`${companyId} ${id} ${hash}`))
      .map(({ companyId, id }) => `message ${id} of company ${companyId} is missing, or another one`),
  ];
}

async function count(tx: Tx): Promise<Moment['least']> {
  await allowStatements(tx, COUNT_S);
  const rows: Partial<Moment['least']> = {};
  for (const table of COUNTED) {
    const [row] = await tx<{ n: number }[]>`select count(*) as n from ${tx(table)}`;
    rows[table] = row?.n ?? 0;
  }
  return rows as Moment['least'];
}

async function newest(tx: Tx): Promise<Moment['newest']> {
  return tx<Moment['newest']>`
    select company_id, id, md5(body) as hash from messages order by created_at desc, id desc limit ${NEWEST}`;
}

async function migrationsOf(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string; hash: string }[]>`select name, hash from migrations order by name`;
  return rows.map(({ name, hash }) => `${name} ${hash}`);
}
