import type postgres from 'postgres';

/** The scopes that see the contacts of a company: the expected rows of the table, counted from scratch. */
export const countedVisibility = (sql: postgres.ISql, companyId: number) => sql`
  select c.company_id, c.id as contact_id, held.scope, count(*)::int as holders, c.sort_name
  from contacts c
  cross join lateral (
    select unnest(t.scopes) as scope from tickets t where t.company_id = c.company_id and t.contact_id = c.id
    union all
    select 'u:' || unnest(c.added_by)) held
  where c.company_id = ${companyId} and (held.scope like 'q:%' or held.scope like 'u:%')
  group by c.company_id, c.id, held.scope`;

/** Where the table says something else. */
export async function visibilityErrors(sql: postgres.Sql, companyId: number): Promise<object[]> {
  const kept = sql`select company_id, contact_id, scope, holders, sort_name from contact_sight
    where company_id = ${companyId}`;
  return sql`
    select 'kept' as by, * from (${kept} except ${countedVisibility(sql, companyId)}) untrue
    union all
    select 'missing' as by, * from (${countedVisibility(sql, companyId)} except ${kept}) untrue`;
}
