import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { deleteQueue, listQueues, type QueueView } from '@balcao/shared/features/queues/calls.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { IconSitemap } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { QueuesTable } from '../../../renderer/features/queues/queues-table.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { type PhoneParts, PhonePartsContext } from './phone/phone-parts.ts';
import { QueueDialog } from './queue-dialog.tsx';

interface Props {
  user: SessionUser;
  /** The address asks for the phone: of the first queue that customers reach. */
  isTrying: boolean;
  phone: PhoneParts;
}

/** Queues and their menus. A plan limits their number. */
export function QueuesPage({ user, isTrying, phone }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<QueueView | 'new' | null>(null);
  const [trying, setTrying] = useState(false);
  const query = useApiQuery(listQueues, {});
  const queues = query.data ?? [];
  const found = queues.filter(({ name }) => fold(name).includes(fold(search)));
  const remove = useApiCommand(deleteQueue);
  const confirmDelete = useConfirmDelete();
  const ownHours = user.company.settings.some(
    ({ key, value }) => key === 'scheduleType' && value === 'queue',
  );
  const open = (queue: QueueView | 'new', withPhone: boolean) => {
    setTrying(withPhone);
    setEditing(queue);
  };
  const [first] = queues.toSorted((a, b) => b.connectionIds.length - a.connectionIds.length);
  useEffect(() => {
    if (!isTrying || !first) return;
    setTrying(true);
    setEditing(first);
    navigate('/queues');
  }, [isTrying, first]);
  const add = <AddButton label={t('queues:add')} onClick={() => open('new', false)} />;
  const askDelete = (queue: QueueView) =>
    confirmDelete(t('queues:deleteHint', { name: queue.name }), () =>
      remove.mutateAsync({ params: { queueId: queue.id } }),
    );

  return (
    <Page
      title={t('queues:title')}
      subtitle={t('queues:subtitle')}
      actions={
        <>
          <SearchField label={t('queues:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={query}
        isEmpty={found.length === 0}
        search={search}
        empty={{ icon: IconSitemap, title: t('queues:empty'), hint: t('queues:emptyHint'), action: add }}
      >
        <QueuesTable
          queues={found}
          onEdit={(queue) => open(queue, false)}
          onTry={(queue) => open(queue, true)}
          onDelete={askDelete}
        />
      </ListView>
      {/* A new one is begun knowing the others. */}
      <PhonePartsContext value={phone}>
        <QueueDialog
          queue={query.isPending ? null : editing}
          others={queues}
          ownHours={ownHours}
          phone={{ isShown: trying, show: setTrying, contactName: user.name }}
          onClose={() => setEditing(null)}
        />
      </PhonePartsContext>
    </Page>
  );
}
