import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../platform/db/client.ts';
import { TEXT_PART } from './campaign-sender.repo.ts';
import type { Ticks } from './ticks.ts';

/**
 * Ticks only move forward. One that comes before its message waits for it. A message that we count as on its way or
 * failed has gone out after all when somebody received it.
 */
export async function applyTicks(
  tx: Tx,
  companyId: number,
  connectionId: number,
  ticks: Ticks,
): Promise<void> {
  const [found] = await tx<{ ofCampaign: boolean }[]>`
    with given as (select * from ${given(tx, ticks)}),
    here as (
      select m.id, given.* from messages m join given on given.wa_id = m.wa_id
      where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.from_me),
    told as (
      select s.recipient_id, s.part, given.* from campaign_sends s join given on given.wa_id = s.wa_id
      where s.company_id = ${companyId} and s.connection_id = ${connectionId}),
    forward_told as (
      update campaign_sends m set ack = here.ack, state = 'sent', ${timesOf(tx)}
      from told here
      where m.company_id = ${companyId} and m.recipient_id = here.recipient_id and m.part = here.part
        and m.ack < here.ack),
    reached as (${reached(tx, companyId)}),
    forward as (
      update messages m set ack = here.ack, state = 'sent', ${timesOf(tx)},
        error_code = case when m.state = 'sent' then m.error_code end
      from here where m.company_id = ${companyId} and m.id = here.id and m.ack < here.ack),
    early as (
      insert into early_acks as early (company_id, connection_id, wa_id, ack)
      select ${companyId}, ${connectionId}, wa_id, ack from given
      where wa_id not in (select wa_id from here) and wa_id not in (select wa_id from told)
      on conflict (company_id, connection_id, wa_id) do update set ack = greatest(early.ack, excluded.ack))
    select exists (select from told) as of_campaign`;
  if (found?.ofCampaign) await catchUp(tx, companyId, connectionId, ticks);
}

/** What a campaign has sent may have got into a conversation in the same moment, without the tick that came then. */
async function catchUp(tx: Tx, companyId: number, connectionId: number, ticks: Ticks): Promise<void> {
  await tx`
    update messages m set ack = s.ack, delivered_at = s.delivered_at, read_at = s.read_at, played_at = s.played_at
    from campaign_sends s
    where s.company_id = ${companyId} and s.connection_id = ${connectionId} and s.wa_id = any (${[...ticks.keys()]})
      and m.company_id = ${companyId} and m.id = s.message_id and m.ack < s.ack`;
}

/** How far the message itself got, of what is `told`: neither a question nor a file is it. It did not fail, then. */
const reached = (tx: Tx, companyId: number) => tx`
  update campaign_recipients r set
    delivered_at = coalesce(r.delivered_at, case when told.ack >= ${ACK.delivered} then told.at end),
    read_at = coalesce(r.read_at, case when told.ack >= ${ACK.read} then told.at end),
    sent_at = case when r.state = 'failed' then coalesce(r.sent_at, told.at) else r.sent_at end,
    reason = case when r.state = 'failed' then null else r.reason end,
    state = case when r.state not in ('sent', 'delivered', 'failed') then r.state
      when told.ack >= ${ACK.read} then 'read' else 'delivered' end
  from told
  where r.company_id = ${companyId} and r.id = told.recipient_id and told.part = ${TEXT_PART}
    and told.ack >= ${ACK.delivered}`;

/**
 * What one member of a group has confirmed. The tick itself says what all of them have: WhatsApp shows two when the last
 * one has the message, and blue ones when the last one has read it. How many members a message
 * from the phone went to is not known, so it stays at one.
 */
export async function applyGroupTicks(
  tx: Tx,
  companyId: number,
  connectionId: number,
  participant: string,
  ticks: Ticks,
): Promise<void> {
  const stored = await tx<{ messageId: string }[]>`
    insert into message_receipts as r (company_id, message_id, participant, delivered_at, read_at, played_at)
    select ${companyId}, m.id, ${participant}, given.at, case when given.ack >= ${ACK.read} then given.at end,
      case when given.ack >= ${ACK.played} then given.at end
    from ${given(tx, ticks)}
    join messages m on m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.from_me
      and m.wa_id = given.wa_id
    where given.ack >= ${ACK.delivered}
    on conflict (company_id, message_id, participant) do update set
      delivered_at = coalesce(r.delivered_at, excluded.delivered_at),
      read_at = coalesce(r.read_at, excluded.read_at), played_at = coalesce(r.played_at, excluded.played_at)
    returning r.message_id`;
  if (stored.length === 0) return;
  await tx`
    update messages m set ack = here.ack, ${timesOf(tx)}
    from (
      select r.message_id, max(greatest(r.delivered_at, r.read_at, r.played_at)) as at,
        case when count(r.played_at) >= all_of.recipients then ${ACK.played}::int
          when count(r.read_at) >= all_of.recipients then ${ACK.read}
          when count(r.delivered_at) >= all_of.recipients then ${ACK.delivered} else 0 end as ack
      from message_receipts r
      join messages all_of on all_of.company_id = ${companyId} and all_of.id = r.message_id
        and all_of.recipients > 0
      where r.company_id = ${companyId} and r.message_id = any (${stored.map(({ messageId }) => messageId)}::uuid[])
      group by r.message_id, all_of.recipients) here
    where m.company_id = ${companyId} and m.id = here.message_id and m.ack < here.ack`;
}

const given = (tx: Tx, ticks: Ticks) => tx`unnest(
  ${[...ticks.keys()]}::text[], ${[...ticks.values()].map(({ ack }) => ack)}::smallint[],
  ${[...ticks.values()].map(({ at }) => at.toISOString())}::timestamptz[]) as given (wa_id, ack, at)`;

/** The times of messages `m`, by what is `here`: a message that was read was also delivered. */
const timesOf = (tx: Tx) => tx`
  sent_at = coalesce(m.sent_at, here.at),
  delivered_at = coalesce(m.delivered_at, case when here.ack >= ${ACK.delivered} then here.at end),
  read_at = coalesce(m.read_at, case when here.ack >= ${ACK.read} then here.at end),
  played_at = coalesce(m.played_at, case when here.ack >= ${ACK.played} then here.at end)`;
