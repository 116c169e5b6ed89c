import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { presentListed } from './prompts.presenter.ts';
import { load, loadRows } from './prompts.repo.ts';

/** For those who choose one for a queue or a connection. */
export const promptEntity = {
  table: 'prompts',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await loadRows(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['c'] }));
  },
  async view(tx, companyId, rows) {
    const ids = rows.map(({ id }) => String(id));
    const records = new Map((await load(tx, companyId, ids)).map((record) => [record.id, record]));
    return (row, actor) => {
      const record = records.get(row.id);
      return record ? presentListed(record, actor) : row;
    };
  },
} satisfies SyncedEntity<'prompt'>;
