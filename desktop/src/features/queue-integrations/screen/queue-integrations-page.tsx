import { deleteQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { IconPuzzle } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { QueueIntegrationsTable } from '../../../renderer/features/queue-integrations/queue-integrations-table.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { QueueIntegrationDialog } from './queue-integration-dialog.tsx';

/** The programs outside that answer customers. From the console's own rows: it opens at once and changes live. */
export function QueueIntegrationsPage() {
  const { t } = useTexts();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<QueueIntegrationRow | 'new' | null>(null);
  const query = useRows('queueIntegration');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const remove = useApiCommand(deleteQueueIntegration);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('queueIntegrations:add')} onClick={() => setEditing('new')} />;

  const askDelete = ({ id, name }: QueueIntegrationRow) =>
    confirmDelete(
      t('queueIntegrations:deleteHint', { name }),
      () => remove.mutateAsync({ params: { queueIntegrationId: id } }),
      t('queueIntegrations:deleted'),
    );

  return (
    <Page
      title={t('queueIntegrations:titleCounted', { total: format.number(found.length) })}
      subtitle={t('queueIntegrations:subtitle')}
      actions={
        <>
          <SearchField label={t('queueIntegrations:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={query}
        isEmpty={found.length === 0}
        search={search}
        empty={{
          icon: IconPuzzle,
          title: t('queueIntegrations:empty'),
          hint: t('queueIntegrations:emptyHint'),
          action: add,
        }}
      >
        <QueueIntegrationsTable integrations={found} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <QueueIntegrationDialog integration={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}
