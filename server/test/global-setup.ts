import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { TEMPLATE } from './database.ts';
import { offerTls } from './offer-tls.ts';

/** One PostgreSQL for the whole run, with a migrated template that every test file copies; several projects share it. */
let cluster: ReturnType<typeof start> | undefined;
let projects = 0;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  projects += 1;
  cluster ??= start();
  const { url, stop } = await cluster;
  project.provide('postgresUrl', url);
  return async () => {
    projects -= 1;
    if (projects === 0) await stop();
  };
}

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${TEMPLATE}`);
  await migrate(withDatabase(server.url, TEMPLATE));
  // No test lives long enough to need autovacuum, and it would run beside all of them.
  await admin`alter system set autovacuum = off`;
  await offerTls(admin);
  await admin`select pg_reload_conf()`;
  await admin.end();
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
