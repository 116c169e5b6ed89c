import type { TokenClass } from '@balcao/shared/contract/call.ts';
import type { Tx } from '../db/client.ts';

/** How fast a program may call with one token, whichever process it calls. */

export interface TokenRef {
  companyId: number;
  tokenClass: TokenClass;
  /** Among the tokens of its class. */
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
  /** Until all are free again. */
  resetSeconds: number;
  /** Until the next call may come, if this one came too early; else 0. */
  waitSeconds: number;
}

/**
 * Counts a call. One instant for each token says when all of its calls are free again; a call puts it off by its share,
 * and one that would put it off too far changes nothing. The database's clock decides, so all processes agree, and one
 * row is updated for each call. A crash may forget the last ones, so its transaction, which is to write nothing that
 * matters, does not wait for the disk. The company cannot be another's: the caller has proven whose token it is.
 */
export async function countCall(tx: Tx, token: TokenRef, { burst, perMinute }: RateLimit): Promise<Rate> {
  const { companyId, tokenClass, id } = token;
  const share = 60 / perMinute;
  const step = tx`make_interval(secs => ${share})`;
  const most = tx`make_interval(secs => ${share * burst})`;
  const [counted] = await tx<{ seconds: number }[]>`
    insert into token_rates as r (company_id, token_class, token_id, full_at)
    select ${companyId}, ${tokenClass}, ${id}, clock_timestamp() + ${step}
    from (select set_config('synchronous_commit', 'off', true)) nobody_waits_for_the_disk
    on conflict (company_id, token_class, token_id) do update
      set full_at = greatest(r.full_at, clock_timestamp()) + ${step}
      where greatest(r.full_at, clock_timestamp()) + ${step} <= clock_timestamp() + ${most}
    returning extract(epoch from full_at - clock_timestamp())::float8 as seconds`;
  if (counted) return rateOf(counted.seconds, 0, burst, share);
  const [full] = await tx<{ seconds: number }[]>`
    select extract(epoch from full_at - clock_timestamp())::float8 as seconds from token_rates
    where company_id = ${companyId} and token_class = ${tokenClass} and token_id = ${id}`;
  const seconds = full?.seconds ?? 0;
  return rateOf(seconds, Math.max(1, Math.ceil(seconds + share - share * burst)), burst, share);
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
