import type { Tx } from '../platform/db/client.ts';

/** How the installation was in the last day, for the operator's page: an ordinary one, with a quarter of an hour offline. */
export async function writeLastDay(
  tx: Tx,
  { timezone, now }: { timezone: string; now: Date },
): Promise<void> {
  await tx`
    with minutes as (
      select at, extract(hour from at at time zone ${timezone})::int as hour,
        at between ${now}::timestamptz - interval '7 hours' and ${now}::timestamptz - interval '6 hours 45 minutes' as broke
      from generate_series(date_trunc('minute', ${now}::timestamptz) - interval '24 hours',
        date_trunc('minute', ${now}::timestamptz) - interval '1 minute', interval '1 minute') at)
    insert into health_moments (at, connected, wanted, unsent_seconds, unstored_seconds, consoles)
    select at, case when broke then 3 else 5 end, 5,
      case when broke then 40 when hour between 9 and 18 then extract(minute from at)::int * 7 % 9 else 0 end,
      case when broke then 0 when hour between 9 and 18 then extract(minute from at)::int * 5 % 4 else 0 end,
      case when hour between 9 and 17 then 5 + abs(hour - 13) % 3 when hour in (8, 18) then 3 else 1 end
    from minutes on conflict (at) do nothing`;
}
