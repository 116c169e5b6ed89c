import type { SkipReason } from '@balcao/shared/features/campaigns/row.ts';
import { noteCause } from '../modules/ticket-timeline/causes.service.ts';
import type { Tx } from '../platform/db/client.ts';

/** What becomes of recipients by what they say. */

export async function confirm(tx: Tx, companyId: number, recipientId: number, at: Date): Promise<void> {
  await tx`
    update campaign_recipients set state = 'queued', confirmed_at = ${at},
      confirmation_requested_at = coalesce(confirmation_requested_at, ${at})
    where company_id = ${companyId} and id = ${recipientId} and state in ('asked', 'sending') and confirmed_at is null`;
}

export async function leaveOut(
  tx: Tx,
  companyId: number,
  recipientIds: readonly number[],
  reason: SkipReason,
): Promise<void> {
  await tx`
    update campaign_recipients set state = 'skipped', reason = ${reason}
    where company_id = ${companyId} and id = any (${recipientIds as number[]}::bigint[])
      and state in ('asked', 'sending') and confirmation_body is not null and confirmed_at is null`;
}

/** No campaign of the company writes to this contact any more, who has said so to what this recipient was sent. */
export async function optOut(
  tx: Tx,
  companyId: number,
  contactId: number,
  recipientId: number,
  at: Date,
): Promise<void> {
  await tx`
    update campaign_recipients set opted_out_at = ${at}
    where company_id = ${companyId} and id = ${recipientId} and opted_out_at is null`;
  await tx`
    update contacts set opted_out_at = ${at}, opted_out_by = 'contact', returned_at = null, updated_at = now()
    where company_id = ${companyId} and id = ${contactId} and opted_out_at is null`;
  noteCause(tx, { contactId });
}

/** Whoever was left alone wants to hear from campaigns again: when they said so is their consent. */
export async function comeBack(tx: Tx, companyId: number, contactId: number, at: Date): Promise<void> {
  const back = await tx`
    update contacts set opted_out_at = null, opted_out_by = null, returned_at = ${at}, updated_at = now()
    where company_id = ${companyId} and id = ${contactId} and opted_out_at is not null`;
  if (back.count > 0) noteCause(tx, { contactId });
}

/** To whom a campaign has sent this message; null: none has. */
export async function recipientOf(
  tx: Tx,
  companyId: number,
  connectionId: number,
  waId: string,
): Promise<number | null> {
  const [send] = await tx<{ id: number }[]>`
    select recipient_id::int as id from campaign_sends
    where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${waId}`;
  return send?.id ?? null;
}

/** What was said to the campaign alone: it waits for a conversation. */
export async function keepReply(
  tx: Tx,
  {
    companyId,
    connectionId,
    recipientId,
    waId,
    body,
    at,
  }: {
    companyId: number;
    connectionId: number;
    recipientId: number;
    waId: string;
    body: string;
    at: Date;
  },
): Promise<void> {
  await tx`
    insert into campaign_replies (company_id, connection_id, wa_id, recipient_id, body, at)
    values (${companyId}, ${connectionId}, ${waId}, ${recipientId}, ${body}, ${at}) on conflict do nothing`;
}

/** The first answer that people are to read. @returns of which recipients it is the first one */
export async function markAnswered(
  tx: Tx,
  companyId: number,
  ticketId: number,
  recipientIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const marked = await tx<{ id: number }[]>`
    update campaign_recipients set answered_at = ${at}, ticket_id = ${ticketId}
    where company_id = ${companyId} and id = any (${recipientIds as number[]}::bigint[]) and answered_at is null
    returning id`;
  return marked.map(({ id }) => id);
}
