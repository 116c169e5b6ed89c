import type { Tx } from '../../platform/db/client.ts';

/** How often somebody has tried, and when for the last time. */
export interface Attempts {
  key: string;
  count: number;
  lastAt: Date;
}

/** Of the last hour. */
export const find = (tx: Tx, keys: readonly string[], now: Date): Promise<Attempts[]> =>
  tx<Attempts[]>`
    select key, count, last_at from attempts
    where key = any(${keys as string[]}::text[]) and last_at > ${now}::timestamptz - interval '1 hour'`;

/** Several processes note attempts on the same account at once, always in one order. */
export const note = (tx: Tx, keys: readonly string[], now: Date): Promise<unknown> =>
  tx`
    insert into attempts as known (key, count, last_at)
    select key, 1, ${now} from unnest(${keys as string[]}::text[]) as key order by key
    on conflict (key) do update set
      count = case when known.last_at > excluded.last_at - interval '1 hour' then known.count + 1 else 1 end,
      last_at = excluded.last_at`;

export const forget = (tx: Tx, key: string): Promise<unknown> => tx`delete from attempts where key = ${key}`;
