import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../platform/db/client.ts';
import { type Recipient, recipientColumns } from './address.ts';

/** The next message of one chat, with all that is needed to send it. */
export interface OutgoingRow extends Recipient {
  id: string;
  contactId: number;
  waId: string | null;
  attempts: number;
  body: string;
  payload: Buffer | null;
  media: {
    state: string;
    path: string | null;
    mime: string;
    name: string;
    width: number | null;
    height: number | null;
    seconds: number | null;
  } | null;
  quoted: { waId: string; fromMe: boolean; participant: string; body: string } | null;
}

const CHATS_AT_ONCE = 20;

/** The oldest unsent message of each chat that is not busy: a message that waits for its next attempt holds its chat. */
export async function nextOfEachChat(
  tx: Tx,
  companyId: number,
  connectionId: number,
  busyContacts: readonly number[],
): Promise<OutgoingRow[]> {
  return tx<OutgoingRow[]>`
    select m.id, m.contact_id, m.wa_id, m.attempts, m.body, m.payload, ${recipientColumns(tx)},
      case when f.id is not null then json_build_object('state', f.state, 'path', f.path, 'mime', f.mime,
        'name', f.name, 'width', f.width, 'height', f.height, 'seconds', f.seconds) end as media,
      case when q.wa_id is not null then json_build_object('waId', q.wa_id, 'fromMe', q.from_me,
        'participant', q.participant, 'body', q.body) end as quoted
    from (
      select distinct on (contact_id) * from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
        and contact_id <> all (${busyContacts as number[]}::bigint[])
      order by contact_id, created_at, id) m
    join contacts c on c.company_id = ${companyId} and c.id = m.contact_id
    left join media f on f.company_id = ${companyId} and f.id = m.media_id
    left join messages q on q.company_id = ${companyId} and q.id = m.quoted_id
    where m.not_before is null or m.not_before <= now()
    order by m.created_at, m.id limit ${CHATS_AT_ONCE}`;
}

/**
 * The last step before sending: from here on the message goes out under this id or not at all. False when it is not
 * to be sent any more.
 */
export async function markSending(
  tx: Tx,
  companyId: number,
  id: string,
  waId: string,
  payload: Uint8Array,
): Promise<boolean> {
  const rows = await tx`
    update messages set state = 'sending', wa_id = ${waId}, payload = ${payload}
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'sending')
      and (wa_id is null or wa_id = ${waId}) returning 1`;
  return rows.length > 0;
}

export async function markSent(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`update messages set state = 'sent', ack = greatest(ack, ${ACK.server}), error_code = null,
      not_before = null
    where company_id = ${companyId} and id = ${id} and state in ('sending', 'sent')`;
}

/** A receipt may have shown meanwhile that it went out: then it did not fail. */
export async function markFailed(tx: Tx, companyId: number, id: string, code: ErrorCode): Promise<void> {
  await tx`update messages set state = 'failed', ack = ${ACK.error}, error_code = ${code}, not_before = null
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'sending')`;
}

export async function postpone(tx: Tx, companyId: number, id: string, ms: number): Promise<void> {
  await tx`update messages set attempts = attempts + 1, not_before = now() + ${ms} * interval '1 millisecond'
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'sending')`;
}
