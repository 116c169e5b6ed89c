import type postgres from 'postgres';
import type { TestApi } from '../../../../test/api.ts';

/** What is left of a person, and how it goes. */

const JOB = 'erasures';

/** Other jobs take the files. */
export async function runErasures(api: TestApi, at: Date): Promise<void> {
  for (const job of [JOB, 'unused files', 'ended data exports', JOB, 'removed files', JOB])
    await api.run(job, at);
}

/** Rows of the person's that are left in a company, in whatever table says so by a contact or the number. */
export async function tracesOf(
  sql: postgres.Sql,
  { companyId }: { companyId: number },
  ids: readonly number[],
  number: string,
): Promise<Record<string, number>> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    group by 1`;
  const left: Record<string, number> = {};
  for (const { name, columns } of tables) {
    const whole = sql`t::text ~ ${`\\m(${number})\\M`}`;
    const byContact = columns.includes('contact_id') ? sql`or contact_id = any (${ids as number[]})` : sql``;
    const ours = columns.includes('company_id') ? sql`and company_id = ${companyId}` : sql``;
    const { count } = await sql`select from ${sql(name)} t where (${whole} ${byContact}) ${ours}`;
    if (count > 0) left[name] = count;
  }
  return left;
}
