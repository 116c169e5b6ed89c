import postgres from 'postgres';
import { type Family, familyOf } from './family.ts';

/** Every column as text, as PostgreSQL writes it: installations have changed names and types as they liked. */
export type SourceRow = { readonly [column: string]: string | null };

type Value = string | number | readonly string[] | null;

/** The other program's database, seen in one unchanging moment and never written. */
export interface Source {
  /** Its address, or the name that the operator gave it. */
  name: string;
  family: Family;
  tables(): string[];
  has(table: string, column?: string): boolean;
  /** The type of a column, as a cast names it. */
  typeOf(table: string, column: string): string;
  /** Selects these columns of a table under an alias; one that is not there is null. */
  columns(table: string, alias: string, names: readonly string[]): string;
  read(query: string, values?: readonly Value[]): Promise<SourceRow[]>;
}

/** The database there cannot be used; the message says why, and holds no credentials. */
class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** No text of a message is longer; what is cut away could not be kept either. */
const MOST_CHARS = 100_000;

/**
 * Opens it for as long as `work` takes. Throws SourceError.
 *
 * @param name null: host, port and database of the address
 */
export async function withSource<T>(
  url: string,
  name: string | null,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    connect_timeout: 15,
    onnotice: () => {},
    // A view is prepared anew when its table was changed meanwhile; ours lives for one run.
    prepare: false,
    connection: {
      application_name: 'balcao-import',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      default_transaction_read_only: true,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    },
  });
  try {
    await sql`select`.catch(fail);
    return (await sql.begin('isolation level repeatable read read only', async (tx) =>
      work(await look(tx, name ?? addressOf(url))),
    )) as T;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function fail(error: unknown): never {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new SourceError(`The database to import from: ${reason}`, { cause: error });
}

async function look(tx: postgres.TransactionSql, name: string): Promise<Source> {
  const read: Source['read'] = async (query, values = []) =>
    (await tx
      .unsafe(query, values as postgres.ParameterOrJSON<never>[])
      .catch(fail)) as unknown as SourceRow[];
  const found = await read(`
    select table_name as "table", column_name as "column",
      case when data_type in ('integer', 'bigint') then 'bigint' else 'text' end as type
    from information_schema.columns where table_schema = current_schema()`);
  const types = new Map(found.map(({ table, column, type }) => [`${table} ${column}`, type ?? '']));
  const tables = new Set(found.map(({ table }) => table ?? ''));
  const has: Source['has'] = (table, column) =>
    column === undefined ? tables.has(table) : types.has(`${table} ${column}`);
  const family = familyOf(has);
  if (!family)
    throw new SourceError(
      has('Tenants')
        ? 'This is a database of Izing, which has another form: it cannot be imported.'
        : 'This is no database of Whaticket or Ticketz: Contacts, Tickets, Messages or Whatsapps is missing.',
    );
  return {
    name,
    family,
    has,
    tables: () => [...tables],
    typeOf: (table, column) => types.get(`${table} ${column}`) ?? 'text',
    columns: (table, alias, names) =>
      names
        .map((column) =>
          has(table, column)
            ? `left(${alias}."${column}"::text, ${MOST_CHARS}) as "${column}"`
            : `null::text as "${column}"`,
        )
        .join(', '),
    read,
  };
}

/** Whoever may open it stands in no log, no report and no row. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${decodeURIComponent(pathname)}`;
}
