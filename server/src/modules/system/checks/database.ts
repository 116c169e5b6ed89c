import { type Check, found } from './check.ts';

/** Of its connections; the rest is for whoever looks after it. */
const BUSY_SHARE = 0.9;

interface DatabaseState {
  bytes: number;
  used: number;
  most: number;
}

/** How large the database is, and whether it has connections left. */
export const database: Check = async ({ tx }) => {
  const [state] = await tx<[DatabaseState]>`
    select pg_database_size(current_database()) as bytes,
      (select sum(numbackends)::int from pg_stat_database) as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`;
  const { bytes, used, most } = state;
  if (used > BUSY_SHARE * most) return [found('databaseBusy', { count: used, most })];
  return [found('databaseWell', { bytes, count: used, most })];
};
