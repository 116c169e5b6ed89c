import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

const MESSAGES = 40;

/** What a webhook was told of the end of the morning, by the triggers' own words: one of it in vain at first. */
export async function logToldEvents(tx: Tx, { companyId }: Shop, webhookId: number): Promise<void> {
  await tx`
    select tell_webhooks(told.company_id, event, 'ticket:' || told.ticket_id, told.created_at, webhook_about(latest.m), told.ticket_id)
    from (
      select m from messages m where company_id = ${companyId} order by created_at desc limit ${MESSAGES}) latest
    cross join lateral (select (latest.m).*) told
    cross join lateral unnest(webhook_events_of(null, latest.m)) event
    where event is not null
    order by told.created_at`;
  await tx`
    update deliveries set state = 'delivered', status = 200, attempts = 1, answer = '{"message":"Workflow was started"}',
      duration_ms = 38 + place % 60, created_at = (payload::json ->> 'timestamp')::timestamptz,
      tried_at = (payload::json ->> 'timestamp')::timestamptz + interval '1 second'
    where company_id = ${companyId} and webhook_id = ${webhookId}`;
  await tx`
    update deliveries set attempts = 2
    where company_id = ${companyId} and place = (
      select max(place) - 2 from deliveries where company_id = ${companyId} and webhook_id = ${webhookId})`;
  await tx`delete from outgoing_calls where company_id = ${companyId} and kind = 'webhook'`;
}
