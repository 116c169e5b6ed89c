import type { TokenClass } from '@balcao/shared/contract/call.ts';
import type postgres from 'postgres';
import type { Tx } from '../db/client.ts';

/** How fast a program may call with one token, whichever process it calls. */

export interface TokenRef {
  companyId: number;
  tokenClass: TokenClass;
  /** Its id among the tokens of its class. */
  id: number;
}

export interface RateLimit {
  /** Calls at once. */
  burst: number;
  /** Calls that come free again each minute. */
  perMinute: number;
}

/** How a call found its token's allowance. */
export interface Rate {
  limit: number;
  /** Calls that may follow at once. */
  remaining: number;
  /** The time until all are free again. */
  resetSeconds: number;
  /** The time until the next call may come, if this one came too early; else 0. */
  waitSeconds: number;
}

/**
 * Finds whose token it is, and counts the call. One instant for each token says when all of its calls are free again; a
 * call puts it off by its share, and one that would put it off too far changes nothing. The database's clock decides, so
 * all processes agree, and one row is updated for each call. A crash may forget the last ones, so its transaction, which
 * is to write nothing that matters, does not wait for the disk.
 *
 * @param owner selects the one whose token it is, with `company_id` and `id` of the token
 * @returns undefined when it selects nobody
 */
export async function countCall<Owner>(
  tx: Tx,
  tokenClass: TokenClass,
  { burst, perMinute }: RateLimit,
  owner: postgres.Fragment,
): Promise<(Owner & { rate: Rate }) | undefined> {
  const share = 60 / perMinute;
  const step = tx`make_interval(secs => ${share})`;
  const most = tx`make_interval(secs => ${share * burst})`;
  const [found] = await tx<(Owner & { isCounted: boolean; fullInSeconds: number })[]>`
    with owner as (${owner}), counted as (
      insert into token_rates as r (company_id, token_class, token_id, full_at)
      select company_id, ${tokenClass}, id, clock_timestamp() + ${step}
      from owner, (select set_config('synchronous_commit', 'off', true)) nobody_waits_for_the_disk
      on conflict (company_id, token_class, token_id) do update
        set full_at = greatest(r.full_at, clock_timestamp()) + ${step}
        where greatest(r.full_at, clock_timestamp()) + ${step} <= clock_timestamp() + ${most}
      returning full_at)
    select owner.*, counted.full_at is not null as is_counted,
      coalesce(extract(epoch from coalesce(counted.full_at, r.full_at) - clock_timestamp()), 0)::float8 as full_in_seconds
    from owner left join counted on true left join token_rates r
      on r.company_id = owner.company_id and r.token_class = ${tokenClass} and r.token_id = owner.id`;
  if (!found) return undefined;
  const { isCounted, fullInSeconds } = found;
  const waitSeconds = isCounted ? 0 : Math.max(1, Math.ceil(fullInSeconds + share - share * burst));
  return { ...found, rate: rateOf(fullInSeconds, waitSeconds, burst, share) };
}

const rateOf = (seconds: number, waitSeconds: number, burst: number, share: number): Rate => ({
  limit: burst,
  remaining: waitSeconds > 0 ? 0 : Math.max(0, Math.floor(burst - seconds / share + 1e-6)),
  resetSeconds: Math.max(0, Math.ceil(seconds)),
  waitSeconds,
});

/** What an answer tells of it, besides `Retry-After` of a refusal. */
export const rateHeaders = ({ limit, remaining, resetSeconds }: Rate): Record<string, number> => ({
  'ratelimit-limit': limit,
  'ratelimit-remaining': remaining,
  'ratelimit-reset': resetSeconds,
});
