import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { loadRows } from './knowledge.repo.ts';

export const articleEntity = {
  table: 'knowledge_articles',
  key: 'id',
  strategy: 'instant',
  load: loadRows,
} satisfies SyncedEntity<'article'>;
