import { AppError } from '@balcao/shared/errors.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import type { Database } from '../platform/db/database.ts';
import type { Home, Homes } from './home.ts';

/**
 * Where the next company is made: the home with the fewest, of those that answer. A repetition goes to the home that has
 * answered its key.
 */
export async function leastFull(homes: Homes, key: string | string[] | undefined): Promise<Home> {
  const counted = await Promise.allSettled(
    homes.all.map(async (home) => ({ home, ...(await count(home.db, typeof key === 'string' ? key : '')) })),
  );
  const answered = counted.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  // Perhaps the silent one has made it already.
  if (key !== undefined && answered.length < homes.most) throw new AppError('ERR_UNAVAILABLE');
  const [least] = answered.sort(
    (one, other) => Number(other.knowsKey) - Number(one.knowsKey) || one.companies - other.companies,
  );
  if (!least) throw new AppError('ERR_UNAVAILABLE');
  return least.home;
}

async function count(db: Database, key: string): Promise<{ companies: number; knowsKey: boolean }> {
  const [row] = await db.oneAsSystem(
    (tx) => tx<{ companies: number; knowsKey: boolean }[]>`
      select count(*)::int as companies,
        exists (select from idempotency_keys where company_id = ${OPERATOR} and key = ${key}) as knows_key
      from companies`,
  );
  return row ?? { companies: 0, knowsKey: false };
}
