import { chmod } from 'node:fs/promises';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';

/** A PostgreSQL with the settings of production: a reported commit is on the disk. */
export interface BenchPostgres {
  createDatabase(): Promise<BenchDatabase>;
  /** Drops those that a benchmark which failed has left. */
  dropDatabases(): Promise<void>;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  url: string;
  /** Connects as superuser: for seeds and for floors. */
  admin: postgres.Sql;
  /** Starts to log the statements of new connections. @returns the list, growing */
  logStatements(): Promise<string[]>;
  drop(): Promise<void>;
}

/** Neither the frame of a transaction nor a hint. */
export const isWork = (statement: string) =>
  !/^(begin|set local app|commit|select pg_notify)/i.test(statement);

const TEMPLATE = 'bench_template';

export async function startBenchPostgres(dataDir: string): Promise<BenchPostgres> {
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dataDir, 0o755);
  const statements: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    log: (text) => {
      // This holds the first line of a statement over several lines.
      for (const [, statement = ''] of text.matchAll(/LOG: {2}(?:execute [^:]*|statement): ?(.*)/g))
        statements.push(statement);
    },
  });
  const root = postgres(server.url, { max: 1, onnotice: () => {} });
  await root.unsafe(`create database ${TEMPLATE}`);
  await migrate(named(server.url, TEMPLATE));
  let made = 0;
  const left = new Set<BenchDatabase>();

  return {
    async createDatabase() {
      const name = `bench_${++made}`;
      await root.unsafe(`create database ${name} template ${TEMPLATE}`);
      const url = named(server.url, name);
      const admin = postgres(url, { max: 50, onnotice: () => {} });
      const self: BenchDatabase = {
        url,
        admin,
        async logStatements() {
          await root.unsafe(`alter database ${name} set log_statement = 'all'`);
          statements.length = 0;
          return statements;
        },
        async drop() {
          left.delete(self);
          await admin.end({ timeout: 1 });
          await root.unsafe(`drop database ${name} with (force)`);
        },
      };
      left.add(self);
      return self;
    },
    async dropDatabases() {
      for (const database of [...left]) await database.drop();
    },
    async stop() {
      await root.end({ timeout: 1 });
      await server.stop();
    },
  };
}

function named(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
