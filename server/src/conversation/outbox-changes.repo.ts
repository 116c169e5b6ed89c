import type { Tx } from '../platform/db/client.ts';

/** Steps of an edit, a deletion or a reaction of ours, like those of a message in outbox.repo. */

export async function markChangeSending(
  tx: Tx,
  companyId: number,
  changeId: number,
  waId: string,
  payload: Uint8Array,
): Promise<boolean> {
  const rows = await tx`
    update outgoing_changes set state = 'sending', wa_id = ${waId}, payload = ${payload}
    where company_id = ${companyId} and id = ${changeId} and state in ('queued', 'sending')
      and (wa_id is null or wa_id = ${waId}) returning 1`;
  return rows.length > 0;
}

export async function markChangeSent(tx: Tx, companyId: number, changeId: number): Promise<void> {
  await tx`update outgoing_changes set state = 'sent', not_before = null
    where company_id = ${companyId} and id = ${changeId}`;
}

export async function postponeChange(tx: Tx, companyId: number, changeId: number, ms: number): Promise<void> {
  await tx`update outgoing_changes
    set attempts = attempts + 1, not_before = now() + ${ms} * interval '1 millisecond'
    where company_id = ${companyId} and id = ${changeId}`;
}
