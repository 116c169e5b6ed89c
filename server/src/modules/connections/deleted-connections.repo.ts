import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';

const isOnItsWay = (tx: Tx) => tx`state in ('queued', 'sending')`;

/** Condition on media `f`. */
const isAwaited = (tx: Tx, connection: ReturnType<typeof isOnItsWay>) => tx`
  f.state = 'pending' and f.source is not null and exists (
    select from messages m
    where m.company_id = f.company_id and m.media_id = f.id and m.connection_id = ${connection})`;

export interface DeletedConnection {
  companyId: number;
  id: number;
}

/** Deleted connections that something waits for. */
export async function deleted(tx: Tx, limit: number): Promise<DeletedConnection[]> {
  const ofIt = (table: 'messages' | 'outgoing_changes') => tx`exists (
    select from ${tx(table)} where company_id = c.company_id and connection_id = c.id and ${isOnItsWay(tx)})`;
  return tx<DeletedConnection[]>`
    select c.company_id, c.id from connections c
    where c.deleted_at is not null and (${ofIt('messages')} or ${ofIt('outgoing_changes')} or exists (
      select from media f where f.company_id = c.company_id and ${isAwaited(tx, tx`c.id`)}))
    limit ${limit}`;
}

export async function failMessages(tx: Tx, companyId: number, id: number, code: ErrorCode): Promise<void> {
  await tx`
    update messages set state = 'failed', ack = ${ACK.error}, error_code = ${code}, not_before = null
    where company_id = ${companyId} and connection_id = ${id} and ${isOnItsWay(tx)}`;
}

/** The last one first: each goes back to what was before it. */
export async function queuedChanges(tx: Tx, companyId: number, id: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from outgoing_changes
    where company_id = ${companyId} and connection_id = ${id} and ${isOnItsWay(tx)} order by id desc`;
  return rows.map((row) => row.id);
}

/** Only its session could have fetched them. */
export async function giveUpFiles(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    update media f set state = 'gone', next_attempt_at = null
    where f.company_id = ${companyId} and ${isAwaited(tx, tx`${id}`)}`;
}
