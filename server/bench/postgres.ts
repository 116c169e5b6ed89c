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
  logStatements(): Promise<LoggedStatement[]>;
  drop(): Promise<void>;
}

/** A statement as PostgreSQL has begun it. */
export interface LoggedStatement {
  /** Milliseconds since 1970. */
  at: number;
  /** The process of the server that worked for this connection. */
  pid: number;
  /** Its first line. */
  text: string;
}

/** Neither the frame of a transaction nor a hint. */
export const isWork = ({ text }: LoggedStatement) =>
  !/^(begin|set local app|commit|select pg_notify)/i.test(text);

const TEMPLATE = 'bench_template';

export async function startBenchPostgres(dataDir: string): Promise<BenchPostgres> {
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dataDir, 0o755);
  const statements: LoggedStatement[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: true,
    log: (line) => gather(statements, line),
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

/** Adds what a line of the log tells. A statement that begins with an empty line has its first words on the next one. */
function gather(statements: LoggedStatement[], line: string): void {
  const begun = /^(\S+ \S+) \S+ \[(\d+)\] LOG: {2}(?:execute [^:]*|statement): ?(.*)/.exec(line);
  const last = statements.at(-1);
  if (begun) {
    const [, at = '', pid, text = ''] = begun;
    statements.push({ at: Date.parse(at), pid: Number(pid), text: text.trim() });
  } else if (last?.text === '' && line.startsWith('\t')) last.text = line.trim();
}

function named(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
