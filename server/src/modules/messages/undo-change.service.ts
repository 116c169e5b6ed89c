import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredReaction } from '../../platform/db/message-json.ts';
import { lockTicketOf, refreshLastMessage } from '../ticket-timeline/last-message.service.ts';

interface FailedChange {
  messageId: string;
  kind: 'edit' | 'delete' | 'react';
  body: string;
  before: string | null;
}

/** The message goes back to what the customer sees, unless it has been changed again. */
export async function undoChange(
  tx: Tx,
  companyId: number,
  changeId: number,
  code: ErrorCode,
): Promise<void> {
  const [failed] = await tx<FailedChange[]>`
    update outgoing_changes set state = 'failed', not_before = null
    where company_id = ${companyId} and id = ${changeId} and state in ('queued', 'sending')
    returning message_id, kind, body, before`;
  if (!failed) return;
  const { messageId, kind, body, before } = failed;
  if (kind === 'react') return undoReaction(tx, companyId, failed, code);
  await lockTicketOf(tx, companyId, messageId);
  const isThis = tx`company_id = ${companyId} and id = ${messageId}`;
  if (kind === 'delete')
    await tx`update messages set is_deleted = false, error_code = ${code} where ${isThis}`;
  else
    await tx`update messages set body = ${before}, error_code = ${code},
        earlier_bodies = trim_array(earlier_bodies, 1), is_edited = cardinality(earlier_bodies) > 1
      where ${isThis} and body = ${body} and cardinality(earlier_bodies) > 0`;
  await refreshLastMessage(tx, companyId, messageId);
}

async function undoReaction(
  tx: Tx,
  companyId: number,
  { messageId, body, before }: FailedChange,
  code: ErrorCode,
): Promise<void> {
  const [message] = await tx<{ reactions: StoredReaction[] }[]>`
    select reactions from messages where company_id = ${companyId} and id = ${messageId} for update`;
  const own = message?.reactions.find(({ fromMe }) => fromMe);
  if (!message || (own?.emoji ?? '') !== body) return;
  const others = message.reactions.filter(({ fromMe }) => !fromMe);
  const name = own?.name ?? '';
  const back: StoredReaction[] = before ? [{ by: 'me', emoji: before, fromMe: true, name }] : [];
  await tx`update messages set error_code = ${code}, reactions = ${JSON.stringify([...others, ...back])}::text::jsonb
    where company_id = ${companyId} and id = ${messageId}`;
}
