import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { macroColumns } from './macros.repo.ts';

export const macroEntity = {
  table: 'macros',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const records = await tx<(MacroRow & { scopes: string[] })[]>`
      select ${macroColumns(tx)}, m.scopes from macros m
      where m.company_id = ${companyId} and m.id = any (${ids as string[]}::bigint[])`;
    return records.map(({ scopes, ...row }) => ({ row, scopes }));
  },
} satisfies SyncedEntity<'macro'>;
