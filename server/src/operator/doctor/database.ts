import type { Config } from '../../config.ts';
import { findingsOfAll } from '../../databases/gather-system.ts';
import { FIRST_DATABASE, type NamedDatabase } from '../../databases/names.ts';
import { openPool } from '../../platform/db/client.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { findEmbeddedPostgres } from '../../platform/db/embedded.ts';
import type { Health } from './health.ts';
import { bad, good, reasonOf, type Seen, warning } from './seen.ts';

const LEAST_VERSION = 15;
const TRIES = 20;
/** A message takes half a dozen statements. */
const SLOW_MS = 10;

interface Settings {
  shown: string;
  fsync: string;
  encoding: string;
  most: number;
}

/** What was seen of one database; nothing is found in one that cannot be used. */
interface Looked extends Health {
  seen: Seen[];
}

const NOTHING: Health = { findings: [], down: [], failing: [] };

/** @param readHealth what the operator's page says of one that can be used */
export async function lookAtDatabases(
  config: Config,
  readHealth: (db: Database) => Promise<Health>,
): Promise<Looked> {
  const url = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir).catch(() => null));
  if (!url)
    return {
      seen: [
        warning(
          'Database',
          `that of ${config.dataDir} is not running`,
          'Start the server, and look again: only then its database can be looked at.',
        ),
      ],
      ...NOTHING,
    };
  const all = [{ name: FIRST_DATABASE, url }, ...config.otherDatabases];
  const looked = await Promise.all(
    all.map(async (database) => {
      const { seen, ...health } = await lookAt(database, config, readHealth);
      const named =
        all.length > 1 ? seen.map((one) => ({ ...one, what: `${one.what} (${database.name})` })) : seen;
      return { ...health, name: database.name, seen: named };
    }),
  );
  return {
    seen: looked.flatMap(({ seen }) => seen),
    findings: findingsOfAll(looked.map(({ name, findings }) => [name, findings])),
    down: looked.flatMap(({ down }) => down),
    failing: looked.flatMap(({ failing }) => failing),
  };
}

async function lookAt(
  { name, url }: NamedDatabase,
  config: Config,
  readHealth: (db: Database) => Promise<Health>,
): Promise<Looked> {
  const db = openDatabase({ url, name: 'balcao-doctor', poolSize: 2, onCommit: () => {} });
  try {
    const old = await lookAtVersion(url);
    if (old) return { seen: [old], ...NOTHING };
    const seen = await lookAtSettings(db, config);
    // Its stanza is that of the first one.
    if (name === FIRST_DATABASE && config.databaseUrl && config.backup?.stanza)
      seen.push(await lookAtArchive(db));
    return { seen, ...(await readHealth(db)) };
  } catch (error) {
    const variable = name === FIRST_DATABASE ? 'DATABASE_URL' : 'DATABASES';
    return { seen: [bad('Database', reasonOf(error), whatToDo(error, variable))], ...NOTHING };
  } finally {
    await db.close();
  }
}

/** Before anything else: what is too old has none of the roles that the rest is asked as. */
async function lookAtVersion(url: string): Promise<Seen | null> {
  const sql = openPool(url, { max: 1, name: 'balcao-doctor' });
  try {
    const [{ version, shown }] = await sql<[{ version: number; shown: string }]>`
      select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as shown`;
    return version < LEAST_VERSION
      ? bad('PostgreSQL', `${shown} is too old`, `Update it to ${LEAST_VERSION} or newer.`)
      : null;
  } finally {
    await sql.end();
  }
}

async function lookAtSettings(db: Database, { databasePool }: Config): Promise<Seen[]> {
  const [settings] = await db.asSystem(
    (tx) => tx<[Settings]>`
      select current_setting('server_version') as shown, current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
        current_setting('max_connections')::int as most`,
  );
  const { shown, fsync, encoding, most } = settings;
  const needed = neededBy(databasePool);
  const times: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const begun = performance.now();
    await db.ping();
    times.push(performance.now() - begun);
  }
  const ms = times.toSorted((a, b) => a - b)[TRIES / 2] ?? 0;
  return [
    good('PostgreSQL', shown),
    ...(fsync === 'on'
      ? []
      : [bad('PostgreSQL', 'fsync is off', 'Turn it on: a power cut would lose everything.')]),
    ...(encoding === 'UTF8'
      ? []
      : [bad('PostgreSQL', `its encoding is ${encoding}`, 'Make a database with the encoding UTF8.')]),
    most < needed
      ? warning(
          'Connections',
          `max_connections is ${most}, and one server that does all has up to ${needed}`,
          'Raise max_connections, or lower DATABASE_POOL.',
        )
      : good('Connections', `${most} are allowed; one server that does all has up to ${needed}`),
    ms > SLOW_MS
      ? warning('Way to the database', `${ms.toFixed(1)} ms`, 'Put both into the same data centre.')
      : good('Way to the database', `${ms.toFixed(1)} ms`),
  ];
}

/** PostgreSQL hands each piece of its log to pgBackRest: without it one goes back to no moment between two copies. */
async function lookAtArchive(db: Database): Promise<Seen> {
  const [{ mode, failed }] = await db.asSystem(
    (tx) => tx<[{ mode: string; failed: boolean | null }]>`
      select current_setting('archive_mode') as mode, last_failed_time > coalesce(last_archived_time, '-infinity') as failed
      from pg_stat_archiver`,
  );
  if (mode === 'off')
    return bad(
      'Log archive',
      'archive_mode is off: pgBackRest gets nothing of what happens between two copies',
      'Write archive_mode and archive_command into postgresql.conf as the beginning of pgbackrest.conf says, and start PostgreSQL anew.',
    );
  if (failed)
    return bad(
      'Log archive',
      'archive_command failed the last time',
      "PostgreSQL's own log says why: is there room where pgBackRest keeps its copies, and does it know the stanza? Until then the log grows on the disk of the database.",
    );
  return good('Log archive', `archive_mode is ${mode}`);
}

/** As many as `server/OPERATING.md` says: three pools, each with its quarter for the system, and who listens. */
const neededBy = (pool: number) => 3 * (pool + Math.max(2, Math.ceil(pool / 4))) + 2;

function whatToDo(error: unknown, variable: string): string {
  const { code } = error as { code?: unknown };
  if (code === '28P01' || code === '28000') return `Look at user and password in ${variable}.`;
  if (code === '3D000') return `Make the database, or look at its name in ${variable}.`;
  if (code === '22023' || code === '42501')
    return `The user of ${variable} needs the right to make roles (createrole), and the server must have been started once.`;
  if (code === '42P01' || code === '42703')
    return 'Start the server of this version once: it brings the database to its version.';
  return `Look at ${variable}, and whether PostgreSQL runs and lets this machine in.`;
}
