import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../platform/db/client.ts';
import { TEXT_PART } from './campaign-sender.repo.ts';

/**
 * Messages that the provider had taken and could not bring, campaigns' among them. Whatever somebody received did not fail. A
 * failure that comes before the message's id waits for it (`markSent`).
 */
export async function applyFailure(
  tx: Tx,
  companyId: number,
  connectionId: number,
  ids: readonly string[],
  code: ErrorCode,
): Promise<void> {
  await tx`
    with here as (
      select id, wa_id from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and from_me
        and wa_id = any (${ids as string[]})),
    failed as (
      update messages m set state = 'failed', ack = ${ACK.error}, error_code = ${code}, not_before = null
      from here
      where m.company_id = ${companyId} and m.id = here.id and m.state in ('sending', 'sent')
        and m.ack < ${ACK.delivered}),
    told as (
      select recipient_id, part, wa_id from campaign_sends
      where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = any (${ids as string[]})
        and ack < ${ACK.delivered}),
    missed as (
      update campaign_recipients r set state = 'failed', reason = ${code}
      from told
      where r.company_id = ${companyId} and r.id = told.recipient_id and told.part = ${TEXT_PART}
        and r.state in ('sending', 'sent'))
    insert into early_acks as early (company_id, connection_id, wa_id, ack, error_code)
    select ${companyId}, ${connectionId}, id, ${ACK.error}, ${code} from unnest(${ids as string[]}::text[]) as id
    where id not in (select wa_id from here)
      and not exists (select from campaign_sends s
        where s.company_id = ${companyId} and s.connection_id = ${connectionId} and s.wa_id = id)
    on conflict (company_id, connection_id, wa_id) do update set error_code = excluded.error_code`;
}
