import postgres from 'postgres';

/** A transaction, and the first argument of every repo function: the caller decides what belongs together. */
export type Tx = postgres.TransactionSql<{ bigint: number }>;
export type Sql = postgres.Sql<{ bigint: number }>;

export type DatabaseRole = 'balcao_app' | 'balcao_system';

/** Ids are far below 2^53, so numbers are exact. JSON that is text already is passed as it is. A day has no timezone: a text. */
const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number) => String(value),
    parse: (text: string) => Number(text),
  },
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text) as unknown,
  },
  day: {
    to: 1082,
    from: [1082],
    serialize: (text: string) => text,
    parse: (text: string) => text,
  },
};

export interface PoolOptions {
  role?: DatabaseRole;
  max: number;
  name: string;
  /** The longest that a statement may take, in seconds. */
  statementS?: number;
}

const STATEMENT_S = 30;
/** What it may take to say that a statement took too long. A line that is silent for longer is dead. */
const WORD_S = 5;

/**
 * A pool of connections that work as `role`, which may bypass no row security; without a role as the owner
 * (migrations only). Columns are snake_case in SQL and camelCase in rows.
 */
export function openPool(url: string, options: PoolOptions): Sql {
  const statementS = options.statementS ?? STATEMENT_S;
  return postgres(url, {
    max: options.max,
    idle_timeout: 0,
    connect_timeout: 10,
    // TCP notices a line that vanished without a word only while nothing is said; else after a quarter of an hour.
    keep_alive: 10,
    silence_timeout: statementS + WORD_S,
    // Seconds, not growing: while the database is away every request says so at once, and it is found again at once.
    backoff: () => 0.2,
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types,
    connection: {
      application_name: options.name,
      TimeZone: 'UTC',
      // Planning again with each call costs more than most statements; each is written for the index that serves it.
      plan_cache_mode: 'force_generic_plan',
      statement_timeout: statementS * 1_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
      ...(options.role ? { role: options.role } : {}),
    },
  }) as unknown as Sql;
}

/** A statement may take so many seconds for what is left of this transaction. */
export async function allowStatements(tx: Tx, seconds: number): Promise<void> {
  tx.silenceTimeout(seconds + WORD_S);
  await tx`select set_config('statement_timeout', ${`${seconds}s`}, true)`;
}
