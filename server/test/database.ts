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
  /** As the cluster's superuser: for looking behind the walls. */
  admin: postgres.Sql;
  /** Lets go of it. The cluster is deleted as a whole when all tests have run. */
  close(): Promise<void>;
}

/** A database of its own for one test file. @param template as a rule the migrated one; `template0` has nothing */
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
