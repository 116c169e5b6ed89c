import type { Quality } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/** How far a messenger lets a connection write first, and what it thinks of what was written. */

export interface TemplateLimits {
  quality: Quality | null;
  /** When the next customer may be written to; null: now. */
  freesAt: Date | null;
}

/**
 * The messenger counts customers of the last 24 hours; every template counts as one here, which never promises too much. The
 * limit is used up while as many templates are younger than a day: the oldest of those frees the next place.
 */
export async function templateLimits(
  tx: Tx,
  companyId: number,
  connectionId: number,
  now: Date,
): Promise<TemplateLimits> {
  const since = tx`${now}::timestamptz - interval '1 day'`;
  const [limits] = await tx<TemplateLimits[]>`
    select c.quality, case when c.daily_customers is not null then (
      select sent_at + interval '1 day' from (
        select sent_at from campaign_recipients
        where company_id = ${companyId} and connection_id = ${connectionId} and template is not null and sent_at > ${since}
        union all
        select sent_at from messages
        where company_id = ${companyId} and connection_id = ${connectionId} and template is not null
          and said_by is distinct from 'campaign' and sent_at > ${since}) sent
      order by sent_at desc offset greatest(c.daily_customers, 1) - 1 limit 1) end as frees_at
    from connections c where c.company_id = ${companyId} and c.id = ${connectionId}`;
  return limits ?? { quality: null, freesAt: null };
}
