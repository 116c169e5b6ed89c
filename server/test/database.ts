import postgres from 'postgres';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const TEMPLATE = 'balcao_template';

export interface TestDatabase {
  url: string;
  /** Connects as the cluster's superuser, who bypasses row security. */
  admin: postgres.Sql;
  /** Closes its connections. The cluster is deleted as a whole when all tests have run. */
  close(): Promise<void>;
}

/** Creates a database for one test file. @param template the migrated one by default; `template0` is empty */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const server = new URL(inject('postgresUrl'));
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const root = postgres(server.href, { max: 1, onnotice: () => {} });
  await root.unsafe(`create database ${name} template ${template}`);
  await root.end({ timeout: 1 });
  const url = new URL(server.href);
  url.pathname = `/${name}`;
  const admin = postgres(url.href, { max: 4, onnotice: () => {} });
  return {
    url: url.href,
    admin,
    async close() {
      await admin.end({ timeout: 1 });
    },
  };
}
