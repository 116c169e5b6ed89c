import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/model/message.ts';
import type { Tx } from '../platform/db/client.ts';

/**
 * Messages that the provider had taken and could not bring. Whatever somebody received did not fail. A failure that comes
 * before the message's id waits for it (`markSent`).
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
        and m.ack < ${ACK.delivered})
    insert into early_acks as early (company_id, connection_id, wa_id, ack, error_code)
    select ${companyId}, ${connectionId}, id, ${ACK.error}, ${code} from unnest(${ids as string[]}::text[]) as id
    where id not in (select wa_id from here)
    on conflict (company_id, connection_id, wa_id) do update set error_code = excluded.error_code`;
}
