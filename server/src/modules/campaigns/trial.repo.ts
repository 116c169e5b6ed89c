import type { QueuedTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Nobody waits longer for what they try out. */
const TRIAL_MINUTES = 10;

interface NewTrial {
  keys: readonly string[];
  variant: number;
  body: string;
  template: QueuedTemplate | null;
  now: Date;
}

/** A campaign that is like another one and under way, with these recipients. */
export async function insertTrial(
  tx: Tx,
  companyId: number,
  campaignId: number,
  { keys, variant, body, template, now }: NewTrial,
): Promise<void> {
  await tx`
    with trial as (
      insert into campaigns (company_id, trial_of, name, status, connection_id, file_list_id, media_id, messages,
        confirmation_messages, started_at, is_stale)
      select company_id, id, name, 'EM_ANDAMENTO', connection_id, file_list_id, media_id, messages,
        confirmation_messages, ${now}, false
      from campaigns where company_id = ${companyId} and id = ${campaignId} returning id)
    insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body,
      template, state)
    select ${companyId}, trial.id, '', number, number, ${variant}, ${body},
      ${template ? tx.json(template) : null}::jsonb, 'queued'
    from trial, unnest(${keys as string[]}::text[]) as number`;
}

/** Those that were over a day ago, or could not leave in time, in all companies. */
export function listOldTrials(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ companyId: number; id: number }[]> {
  return tx<{ companyId: number; id: number }[]>`
    select company_id, id from campaigns
    where trial_of is not null and (completed_at < ${now}::timestamptz - interval '1 day'
      or completed_at is null and started_at < ${now}::timestamptz - make_interval(mins => ${TRIAL_MINUTES}))
    order by started_at limit ${limit}`;
}
