import type { EventEmitter } from 'node:events';
import postgres from 'postgres';
import { addressSetting } from './address-key.ts';
import { allowSilence, openLine } from './line.ts';
import { type TlsMode, tlsModeOf } from './tls.ts';

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
  /** What addresses of people are hashed with; absent: nothing is done here that needs it. */
  addressKey?: Uint8Array | undefined;
  /** A replica is what it should lead to. */
  isReplica?: true;
}

/** The driver's type does not name the option that its description does: what makes the socket of a connection. */
type Settings = postgres.Options<typeof types> & { socket: (parsed: postgres.ParsedOptions) => EventEmitter };

const STATEMENT_S = 30;
/** What it may take to say that a statement took too long. A line that is silent for longer is dead. */
const WORD_S = 5;

/**
 * A pool of connections that work as `role`, which may bypass no row security; without a role as the owner
 * (migrations only). Columns are snake_case in SQL and camelCase in rows.
 */
export function openPool(url: string, options: PoolOptions): Sql {
  const statementS = options.statementS ?? STATEMENT_S;
  const settings: Settings = {
    max: options.max,
    idle_timeout: 0,
    connect_timeout: 10,
    socket: lineOpener(tlsModeOf(url), openingOf({ ...options, statementS }), 1_000 * (statementS + WORD_S)),
    // Our lines speak it themselves.
    ssl: false,
    // Seconds, not growing: while the database is away every request says so at once, and it is found again at once.
    backoff: () => 0.2,
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types,
    // Poolers between us and PostgreSQL know these two; all others are set by the opening.
    connection: { application_name: options.name, TimeZone: 'UTC' },
  };
  return postgres(url, settings) as unknown as Sql;
}

/**
 * What each connection is told before it is used. A standby that nobody asked for refuses it: behind a proxy that has not
 * noticed yet, or by a name that still means the old leader, one would read what is old and hear nothing.
 */
function openingOf({
  statementS,
  role,
  addressKey,
  isReplica,
}: PoolOptions & { statementS: number }): string {
  const settings = {
    // Planning again with each call costs more than most statements; each is written for the index that serves it.
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: `${statementS}s`,
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '60s',
    ...(role ? { role } : {}),
    ...(addressKey ? { 'app.address_key': addressSetting(addressKey) } : {}),
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `select ${[...(isReplica ? [] : ['pg_current_wal_lsn()']), ...set].join(', ')}`;
}

/** Opens each line to the next one of the hosts that the address names. */
function lineOpener(tls: TlsMode, opening: string, silenceMs: number): Settings['socket'] {
  let opened = 0;
  return ({ host, port, path }) => {
    const at = opened++ % host.length;
    return openLine({ host: host[at] ?? '', port: port[at] ?? 0, path, tls, opening, silenceMs });
  };
}

/** A statement may take so many seconds for what is left of this transaction. */
export async function allowStatements(tx: Tx, seconds: number): Promise<void> {
  const { state } = await tx`select set_config('statement_timeout', ${`${seconds}s`}, true)`;
  allowSilence(state, 1_000 * (seconds + WORD_S));
}
