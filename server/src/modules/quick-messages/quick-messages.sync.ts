import type { Scoped } from '@balcao/shared/permissions.ts';
import type { QuickMessageRow } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../../platform/db/client.ts';

/** A quick message and its file. Goes with `from quick_messages q`. */
const quickMessageColumns = (tx: Tx) => tx`
  q.id, q.shortcode, q.message, q.geral, q.status, q.user_id, q.queue_id, q.scopes, (
    select jsonb_build_object('id', f.id, 'state', f.state, 'mime', f.mime, 'size', f.size, 'name', f.name,
      'width', f.width, 'height', f.height, 'seconds', f.seconds)
    from media f where f.company_id = q.company_id and f.id = q.media_id) as media`;

type QuickMessageRecord = QuickMessageRow & { scopes: string[] };

export async function loadQuickMessages(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<QuickMessageRow>[]> {
  const records = await tx<QuickMessageRecord[]>`
    select ${quickMessageColumns(tx)} from quick_messages q
    where q.company_id = ${companyId} and q.id = any (${ids as string[]}::bigint[])`;
  return records.map(({ scopes, ...row }) => ({ row, scopes }));
}
