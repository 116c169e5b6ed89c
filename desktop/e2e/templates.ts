import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPool } from '../../server/src/platform/db/client.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';
import { breakable } from './database.ts';

/** The starting point of a journey: nothing set up yet, a demo shop, a demo shop whose phone is linked. */
export type Beginning = 'empty' | 'demo' | 'linked';

/** What `global-setup.ts` made for all workers. */
export interface Templates {
  /** Everything of this run lies below it, and goes with it. */
  dir: string;
  /** The address of the PostgreSQL that all journeys share. */
  postgresUrl: string;
  /** A PostgreSQL that was stopped with every world in it, for a journey that stops its own. */
  spareCluster: string;
}

/** The PostgreSQL settings of a world's copy. */
export interface WorldDatabase {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

const VARIABLE = 'BALCAO_JOURNEYS';

export function tellWorkers(templates: Templates): void {
  process.env[VARIABLE] = JSON.stringify(templates);
}

const templates = (): Templates => JSON.parse(process.env[VARIABLE] ?? '') as Templates;

export const databaseOf = (beginning: Beginning): string => `balcao_${beginning}`;

/** Files of a world that are no database: the server's folder, the sandbox's. */
export const folderOf = (dir: string, beginning: Beginning): string => join(dir, 'worlds', beginning);

export function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

/** The copy keeps owners and rights, which PostgreSQL insists on. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** @returns the folder of a new installation that begins like that */
export async function copyFiles(beginning: Beginning): Promise<string> {
  const { dir } = templates();
  const stackDir = await mkdtemp(join(dir, 'stack-'));
  await copyFolder(`${folderOf(dir, beginning)}/.`, stackDir);
  return stackDir;
}

/** A separate database in the shared PostgreSQL; it is never dropped, because that PostgreSQL is deleted as a whole. */
async function copyDatabase(beginning: Beginning, url = templates().postgresUrl): Promise<string> {
  const name = `journey_${crypto.randomUUID().replaceAll('-', '')}`;
  const sql = openPool(url, { max: 1, name: 'e2e-copy' });
  await sql.unsafe(`create database ${name} template ${databaseOf(beginning)}`);
  await sql.end();
  return withDatabase(url, name);
}

const refuse = async (): Promise<never> => {
  throw new Error('This PostgreSQL belongs to all journeys: ask for an own one to stop it.');
};

/** @param stackDir where an own PostgreSQL lies */
export async function openDatabase(
  beginning: Beginning,
  own: { stackDir: string } | null,
): Promise<WorldDatabase> {
  if (!own) return { url: await copyDatabase(beginning), stop: refuse, start: refuse, end: async () => {} };
  const dataDir = join(own.stackDir, 'cluster');
  await copyFolder(templates().spareCluster, dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  const url = withDatabase(postgres.url, databaseOf(beginning));
  const { stop, start, end } = breakable(dataDir, url);
  return {
    url,
    stop,
    start,
    async end() {
      await end();
      await postgres.stop();
    },
  };
}
