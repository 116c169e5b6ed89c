import type { MentionRow } from '@balcao/shared/features/mentions/row.ts';
import { type Scoped, sightOf } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import * as repo from './mentions.repo.ts';

export const presentMention = ({
  scopes: _scopes,
  viewer: _viewer,
  createdAt,
  readAt,
  ...row
}: repo.MentionRecord): MentionRow => ({
  ...row,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

/** Seen by the one who is meant, for as long as that person sees its ticket, or is a member of its chat. */
async function loadMentions(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<MentionRow>[]> {
  const records = await repo.load(tx, companyId, ids);
  return records.map((record) => ({
    row: presentMention(record),
    scopes: sightOf(record.viewer)(record.scopes) ? [`u:${record.userId}`] : [],
  }));
}

export const mentionEntity = {
  table: 'mentions',
  key: 'id',
  strategy: 'instant',
  load: loadMentions,
} satisfies SyncedEntity<'mention'>;
