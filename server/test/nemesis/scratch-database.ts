import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { TestDatabase } from '../database.ts';

/** A separate PostgreSQL, migrated and empty, for programs that run without the test runner. */
export async function startScratchDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-soak-'));
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  await migrate(server.url);
  const admin = postgres(server.url, { max: 4, onnotice: () => {} });
  return {
    url: server.url,
    admin,
    async close() {
      await admin.end({ timeout: 1 });
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
