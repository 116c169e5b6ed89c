import type { LocalWorld } from '../../../test/world.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';

/** The database as agents write to it: each commit is a hint for the session's process, as the API gives it. */
export function openAgentsDatabase({ database }: LocalWorld): Database {
  return openDatabase({
    url: database.url,
    name: 'agents',
    poolSize: 2,
    onCommit: (companyId) =>
      void database.admin.notify('balcao', JSON.stringify({ from: 'test', dirty: [companyId] })),
  });
}
