import type { Config, ConfigWithBackup } from '../config.ts';
import { FIRST_DATABASE, type NamedDatabase } from '../databases/names.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';

/** What an operator types at a terminal: `balcao NAME …`. */
export interface Command {
  /** What comes after the name. */
  usage: string;
  /** One line that says what it is for. */
  purpose: string;
  /** @returns false when the arguments make no sense: its usage is shown */
  run(args: string[], terminal: Terminal): Promise<boolean>;
}

interface Terminal {
  config: Config;
  say(line: string): void;
}

/** What is known of machines stands in the databases that they share. */
export async function withSharedDatabases<T>(
  config: Config,
  work: (databases: [Database, ...Database[]]) => Promise<T>,
): Promise<T> {
  const open = ({ url }: NamedDatabase) =>
    openDatabase({ url, name: 'balcao-operator', poolSize: 2, onCommit: () => {} });
  const [first, ...others] = namedDatabases(config);
  const databases: [Database, ...Database[]] = [open(first), ...others.map(open)];
  try {
    return await work(databases);
  } finally {
    await Promise.all(databases.map((db) => db.close()));
  }
}

/** The first one, and those beside it. */
export function namedDatabases(config: Config): [NamedDatabase, ...NamedDatabase[]] {
  if (!config.databaseUrl)
    throw new Error('DATABASE_URL is missing: a server with a database of its own is one machine.');
  return [{ name: FIRST_DATABASE, url: config.databaseUrl }, ...config.otherDatabases];
}

/**
 * @param database the one of several that is meant; default: the first
 * @throws Error where no backups are made, or no database is called so
 */
export function backupSettings(config: Config, database = FIRST_DATABASE): ConfigWithBackup {
  const { backup } = config;
  if (!backup) throw new Error('BACKUP_TO and BACKUP_PASSWORD_FILE are missing: they say where backups go.');
  if (database === FIRST_DATABASE) return { ...config, backup };
  const meant = config.otherDatabases.find(({ name }) => name === database);
  if (!meant) throw new Error(`DATABASES names no ${database}: there are backups of what it names.`);
  return { ...config, databaseUrl: meant.url, backup: { ...backup, database } };
}
