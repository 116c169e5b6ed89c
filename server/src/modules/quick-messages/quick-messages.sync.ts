import type { QuickMessageRow } from '@balcao/shared/model/quick-message.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { carriedMedia } from '../media/media.presenter.ts';

/** Of quick_messages `q`. */
export const quickMessageColumns = (tx: Tx) => tx`
  q.id, q.shortcode, q.message, q.geral, q.status, q.user_id, q.queue_id, ${carriedMedia(tx, 'q')}`;

export async function loadQuickMessages(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<QuickMessageRow>[]> {
  const records = await tx<(QuickMessageRow & { scopes: string[] })[]>`
    select ${quickMessageColumns(tx)}, q.scopes from quick_messages q
    where q.company_id = ${companyId} and q.id = any (${ids as string[]}::bigint[])`;
  return records.map(({ scopes, ...row }) => ({ row, scopes }));
}
