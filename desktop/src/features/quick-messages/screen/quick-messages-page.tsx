import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  deleteQuickMessage,
  listQuickMessages,
  type QuickMessageView,
} from '@balcao/shared/features/quick-messages/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { IconBolt } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { QuickMessagesTable } from '../../../renderer/features/quick-messages/quick-messages-table.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useNewQuickMessage } from '../../../renderer/kit/new-quick-message-store.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { QuickMessageDialog } from './quick-message-dialog.tsx';

/** The user's own quick messages, and the company's. */
export function QuickMessagesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<QuickMessageView | null>(null);
  const query = search ? { searchParam: search } : {};
  const pages = useApiPages(listQuickMessages, query, (page) => page.records);
  const addNew = useNewQuickMessage((quick) => quick.ask);
  const remove = useApiCommand(deleteQuickMessage);
  const confirmDelete = useConfirmDelete();
  const mayChange = (quick: QuickMessageView) =>
    quick.userId === user.id || can(user, 'quickMessages:manageAll');
  const add = <AddButton label={t('quickMessages:add')} onClick={() => addNew()} />;
  const askDelete = (quick: QuickMessageView) =>
    confirmDelete(`/${quick.shortcode}`, () => remove.mutateAsync({ params: { quickMessageId: quick.id } }));

  return (
    <Page
      title={t('quickMessages:title')}
      subtitle={t('quickMessages:subtitle')}
      actions={
        <>
          <SearchField label={t('quickMessages:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{
          icon: IconBolt,
          title: t('quickMessages:empty'),
          hint: t('quickMessages:emptyHint'),
          action: add,
        }}
      >
        <QuickMessagesTable
          quickMessages={pages.rows}
          mayChange={mayChange}
          onEdit={setEditing}
          onDelete={askDelete}
        />
      </ListView>
      <QuickMessageDialog quick={editing} own={user.id} onClose={() => setEditing(null)} />
    </Page>
  );
}
