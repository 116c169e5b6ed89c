import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { deleteQueue, listQueues, type QueueView } from '@balcao/shared/api/queues.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconSearchOff, IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiQuery } from '../../app/api-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { Page, Panel } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateView } from '../../components/state-view.tsx';
import { QueueDialog } from './queue-dialog.tsx';
import { QueuesTable } from './queues-table.tsx';

/** Queues and their menus (specification document 2, section 2, "Queues page"). A plan says how many there may be. */
export function QueuesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<QueueView | 'new' | null>(null);
  const query = useApiQuery(listQueues, {});
  const remove = useApiCommand(deleteQueue);
  const confirmDelete = useConfirmDelete();
  const ownHours = user.company.settings.some(
    ({ key, value }) => key === 'scheduleType' && value === 'queue',
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('queues:add')}
    </Button>
  );
  const askDelete = (queue: QueueView) =>
    confirmDelete(t('queues:deleteHint', { name: queue.name }), () =>
      remove.mutate({ params: { queueId: queue.id } }, { onSuccess: () => showToast(t('common:success')) }),
    );

  return (
    <Page
      title={t('queues:title')}
      subtitle={t('queues:subtitle')}
      actions={
        <>
          <SearchField label={t('queues:search')} clearLabel={t('common:clear')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <QueryView query={query}>
        {(queues) => {
          const found = queues.filter(({ name }) => fold(name).includes(fold(search)));
          if (found.length > 0)
            return (
              <Panel>
                <QueuesTable queues={found} onEdit={setEditing} onDelete={askDelete} />
              </Panel>
            );
          return search ? (
            <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
          ) : (
            <StateView
              icon={IconSitemap}
              title={t('queues:empty')}
              hint={t('queues:emptyHint')}
              action={add}
            />
          );
        }}
      </QueryView>
      <QueueDialog
        queue={editing}
        others={query.data ?? []}
        ownHours={ownHours}
        onClose={() => setEditing(null)}
      />
    </Page>
  );
}

/** Accents and case do not matter to who searches. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
