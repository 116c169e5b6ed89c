import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { allowStatements, type Tx } from '../../platform/db/client.ts';
import { type Change, orm } from '../../platform/db/orm.ts';
import { companies, plans, users } from '../../platform/db/schema.ts';
import { asLiteral } from '../../platform/db/search.ts';

export type CompanyChange = Change<typeof companies.$inferInsert>;
export interface CompanyRecord {
  company: typeof companies.$inferSelect;
  plan: typeof plans.$inferSelect | null;
  /** The setting of the same name; on unless the operator has switched it off. */
  campaignsEnabled: boolean;
}

const campaignsEnabled = sql<boolean>`not exists (
  select from settings s where s.company_id = ${companies.id} and s.key = 'campaignsEnabled' and s.value = 'false')`;

const select = (tx: Tx) =>
  orm(tx)
    .select({ company: companies, plan: plans, campaignsEnabled })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId));

const DELETION_S = 600;

export async function find(tx: Tx, id: number): Promise<CompanyRecord | undefined> {
  const [row] = await select(tx).where(eq(companies.id, id));
  return row;
}

/** Changes of one company happen one after the other. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx`select from companies where id = ${id} for update`;
}

/** In the order in which they came; `text` is a part of the name or the e-mail, whatever the accents. */
export async function list(
  tx: Tx,
  text: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<CompanyRecord[]> {
  return select(tx).where(matches(text)).orderBy(asc(companies.id)).offset(offset).limit(limit);
}

export async function idsOfPlan(tx: Tx, planId: number): Promise<number[]> {
  const rows = await orm(tx).select({ id: companies.id }).from(companies).where(eq(companies.planId, planId));
  return rows.map(({ id }) => id);
}

export async function count(tx: Tx, text: string | undefined): Promise<number> {
  const [row] = await orm(tx)
    .select({ count: sql<number>`count(*)::int` })
    .from(companies)
    .where(matches(text));
  return row?.count ?? 0;
}

const matches = (text: string | undefined): SQL | undefined =>
  text
    ? sql`plain(${companies.name} || ' ' || ${companies.email}) like '%' || plain(${asLiteral(text)}) || '%'`
    : undefined;

export async function insert(tx: Tx, row: typeof companies.$inferInsert): Promise<number> {
  const [created] = await orm(tx).insert(companies).values(row).returning({ id: companies.id });
  if (!created) throw new Error('no company was made');
  return created.id;
}

export interface FirstAdmin {
  name: string;
  email: string;
  passwordHash: string;
  super?: boolean;
}

export async function insertAdmin(tx: Tx, companyId: number, person: FirstAdmin): Promise<number> {
  const [user] = await orm(tx)
    .insert(users)
    .values({ ...person, companyId, profile: 'admin' })
    .returning({ id: users.id });
  if (!user) throw new Error('nobody was made');
  return user.id;
}

export async function update(tx: Tx, id: number, change: CompanyChange): Promise<void> {
  if (Object.keys(change).length > 0) await orm(tx).update(companies).set(change).where(eq(companies.id, id));
}

/** A history of years takes longer than a statement may. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await allowStatements(tx, DELETION_S);
  await orm(tx).delete(companies).where(eq(companies.id, id));
  await tx`insert into removed_companies (id) values (${id})`;
}

export async function setCampaigns(tx: Tx, companyId: number, enabled: boolean): Promise<void> {
  await tx`
    insert into settings (company_id, key, value) values (${companyId}, 'campaignsEnabled', ${String(enabled)})
    on conflict (company_id, key) do update set value = excluded.value
    where settings.value <> excluded.value`;
}

/** From itself, or from today when there is none; months end where they end. */
export async function advanceDueDate(tx: Tx, id: number, months: number, now: Date): Promise<void> {
  await tx`
    update companies set due_date =
      (coalesce(due_date, (${now}::timestamptz at time zone timezone)::date) + make_interval(months => ${months}))::date
    where id = ${id}`;
}

/** Consoles of the company fetch everything again, the person's company among it. */
export async function refreshConsoles(tx: Tx, companyId: number): Promise<void> {
  await tx`update users set view_version = view_version + 1 where company_id = ${companyId}`;
}
