import type { BanRiskFacts, NewChats } from '@balcao/shared/features/ban-risk/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What a connection has done lately, as far as it counts against its number. */

export interface Watched {
  createdAt: Date;
  timezone: string;
}

export async function findConnection(
  tx: Tx,
  companyId: number,
  connectionId: number,
): Promise<Watched | undefined> {
  const [found] = await tx<Watched[]>`
    select c.created_at, o.timezone from connections c join companies o on o.id = c.company_id
    where c.company_id = ${companyId} and c.id = ${connectionId} and c.deleted_at is null`;
  return found;
}

/** At most one row for each hour of a day. */
export async function newChats(
  tx: Tx,
  companyId: number,
  connectionId: number,
  now: Date,
): Promise<NewChats[]> {
  return tx<NewChats[]>`
    select hour, count from connection_new_chats
    where company_id = ${companyId} and connection_id = ${connectionId}
      and hour > ${now}::timestamptz - interval '1 day'`;
}

export async function isNewChat(
  tx: Tx,
  companyId: number,
  connectionId: number,
  number: string,
): Promise<boolean> {
  const [answer] = await tx<{ isNew: boolean }[]>`
    select is_new from is_new_chat(${companyId}, ${connectionId}, ${number})`;
  return answer?.isNew ?? false;
}

/** So many of those to whom a connection's campaigns wrote last tell how it goes. */
const LOOKED_AT = 500;
const LOOK_BACK_DAYS = 30;
/** WhatsApp lifts most restrictions within a week. */
const REFUSED_DAYS = 7;

export async function outcomes(
  tx: Tx,
  companyId: number,
  connectionId: number,
): Promise<Pick<BanRiskFacts, 'sent' | 'failed' | 'refused' | 'optedOut'>> {
  const [counted] = await tx<Pick<BanRiskFacts, 'sent' | 'failed' | 'refused' | 'optedOut'>[]>`
    with latest as (
      select r.state, r.reason, c.started_at, at.sent_at,
        k.opted_out_at >= at.sent_at as opted_out
      from (
        select * from campaign_recipients
        where company_id = ${companyId} and connection_id = ${connectionId} order by id desc limit ${LOOKED_AT}) r
      cross join lateral (select coalesce(r.sent_at, r.confirmation_requested_at) as sent_at) at
      join campaigns c on c.company_id = ${companyId} and c.id = r.campaign_id and c.trial_of is null
        and c.started_at > now() - make_interval(days => ${LOOK_BACK_DAYS})
      left join contact_identities n on n.company_id = ${companyId} and n.kind = 'phone' and n.value = r.number
      left join contacts k on k.company_id = ${companyId} and k.id = n.contact_id)
    select
      count(sent_at)::int as sent,
      (count(*) filter (where state = 'failed' and reason <> 'ERR_WAPP_RESTRICTED'))::int as failed,
      (count(*) filter (where state = 'failed' and reason = 'ERR_WAPP_RESTRICTED'
        and started_at > now() - make_interval(days => ${REFUSED_DAYS})))::int + (
        select count(*)::int from (
          select from messages
          where company_id = ${companyId} and connection_id = ${connectionId} and state = 'failed'
            and created_at > now() - make_interval(days => ${REFUSED_DAYS}) and error_code = 'ERR_WAPP_RESTRICTED'
          limit ${LOOKED_AT}) m) as refused,
      (count(*) filter (where opted_out))::int as opted_out
    from latest`;
  return counted ?? { sent: 0, failed: 0, refused: 0, optedOut: 0 };
}
