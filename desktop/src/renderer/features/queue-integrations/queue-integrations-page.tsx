import { deleteQueueIntegration } from '@balcao/shared/api/queue-integrations.ts';
import { fold, foldQuery } from '@balcao/shared/domain/fold.ts';
import type { QueueIntegrationRow } from '@balcao/shared/model/queue-integration.ts';
import { Table } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../components/add-button.tsx';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { useConfirmDelete } from '../../kit/use-confirm-delete.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { QueueIntegrationDialog } from './queue-integration-dialog.tsx';

/** From the console's own rows: it opens at once, changes live and works without a network. */
export function QueueIntegrationsPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<QueueIntegrationRow | 'new' | null>(null);
  const query = useRows('queueIntegration');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const remove = useApiCommand(deleteQueueIntegration);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('queueIntegrations:add')} onClick={() => setEditing('new')} />;
  const askDelete = (queueIntegration: QueueIntegrationRow) =>
    confirmDelete(queueIntegration.name, () =>
      remove.mutateAsync({ params: { queueIntegrationId: queueIntegration.id } }),
    );

  return (
    <Page
      title={t('queueIntegrations:title')}
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
          icon: IconList,
          title: t('queueIntegrations:empty'),
          hint: t('queueIntegrations:emptyHint'),
          action: add,
        }}
      >
        <ListTable head={<Table.Th>{t('queueIntegrations:name')}</Table.Th>}>
          {found.map((queueIntegration) => (
            <Table.Tr key={queueIntegration.id}>
              <Table.Td className={cells.name}>{queueIntegration.name}</Table.Td>
              <Table.Td>
                <RowActions
                  edit={{
                    label: t('queueIntegrations:editNamed', { name: queueIntegration.name }),
                    onClick: () => setEditing(queueIntegration),
                  }}
                  remove={{
                    label: t('queueIntegrations:deleteNamed', { name: queueIntegration.name }),
                    onClick: () => askDelete(queueIntegration),
                  }}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </ListView>
      <QueueIntegrationDialog queueIntegration={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}
