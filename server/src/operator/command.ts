import type { Config, ConfigWithBackup } from '../config.ts';
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

/** What is known of machines stands in a database that they share. */
export async function withSharedDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  if (!config.databaseUrl)
    throw new Error('DATABASE_URL is missing: a server with a database of its own is one machine.');
  const db = openDatabase({
    url: config.databaseUrl,
    name: 'balcao-operator',
    poolSize: 2,
    onCommit: () => {},
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** @throws Error where no backups are made */
export function backupSettings(config: Config): ConfigWithBackup {
  const { backup } = config;
  if (!backup) throw new Error('BACKUP_TO and BACKUP_PASSWORD_FILE are missing: they say where backups go.');
  return { ...config, backup };
}
