import type postgres from 'postgres';

/**
 * Writes a word wherever the database has something of a person: into each text of each row that its keys lead from to a
 * contact, or that has the person's number somewhere. It knows no table by name, so that one that comes later is marked too.
 */

interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** Columns by which rows are found, or that lead somewhere, as paths of files and numbers do: what stands there stays. */
const KEYS = `
  select a.attname::text from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.conrelid = c.oid and k.contype in ('p', 'f', 'u')
  union select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = c.oid and i.indisunique`;

const MARKED: Record<string, string> = {
  text: `$1`,
  'text[]': `array[$1]`,
  bytea: `convert_to($1, 'UTF8')`,
  jsonb: `case when % is null or jsonb_typeof(%) = 'object' then coalesce(%, '{}') || jsonb_build_object('marked', $1::text)
    else % || jsonb_build_array(jsonb_build_object('name', $1::text, 'value', $1::text)) end`,
};

export async function markPersons(
  sql: postgres.ReservedSql,
  { companyId, numbers, mark }: { companyId: number; numbers: readonly string[]; mark: string },
): Promise<string[]> {
  const tables = await sql<Table[]>`
    select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null))) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id')
      and a.attname not in (${sql.unsafe(KEYS)}) and a.attname not in ('path', 'number')
    group by c.relname order by c.relname`;
  const leading = await leadingToContacts(sql);
  // A row that goes when what it leads to changes is marked after that.
  const places = [...leading.keys()];
  const inTurn = tables.toSorted((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
  const marked: string[] = [];
  for (const { name, columns } of inTurn) {
    const isTheirs = `company_id = ${companyId} and (
      t::text ~ '${numbers.join('|')}' ${(leading.get(name) ?? []).map((column) => `or ${column} is not null`).join(' ')})`;
    for (const { name: column, type } of columns) {
      const value = MARKED[type]?.replaceAll('%', column);
      if (
        value &&
        (await write(
          sql,
          `update ${name} t set ${column} = ${value} where ${isTheirs}
        and coalesce(${column}::text, '') !~ '${numbers.join('|')}'`,
          mark,
        ))
      )
        marked.push(`${name}.${column}`);
    }
  }
  return marked;
}

/** What a check or a trigger refuses is no place for words. @returns whether a row has it now */
async function write(sql: postgres.ReservedSql, statement: string, mark: string): Promise<boolean> {
  await sql`savepoint one`;
  try {
    const { count } = await sql.unsafe(statement, [mark]);
    await sql`release savepoint one`;
    return count > 0;
  } catch {
    await sql`rollback to savepoint one`;
    return false;
  }
}

/** Columns by which a row belongs to a contact, over any number of tables. */
async function leadingToContacts(sql: postgres.ReservedSql): Promise<Map<string, string[]>> {
  const keys = await sql<{ from: string; to: string; column: string }[]>`
    select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to, a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and a.attname <> 'company_id' and k.confrelid::regclass::text <> 'companies'`;
  const found = new Map<string, string[]>([['contacts', ['id']]]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { from, to, column } of keys)
      if (found.has(to) && from !== 'contacts' && !found.get(from)?.includes(column)) {
        found.set(from, [...(found.get(from) ?? []), column]);
        grew = true;
      }
  }
  return found;
}
