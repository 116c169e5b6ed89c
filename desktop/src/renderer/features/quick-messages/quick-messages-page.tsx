import type { SessionUser } from '@balcao/shared/api/auth.ts';
import {
  deleteQuickMessage,
  listQuickMessages,
  type QuickMessageView,
} from '@balcao/shared/api/quick-messages.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import { IconBolt, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiPages } from '../../app/api-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { Page, Panel } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateView } from '../../components/state-view.tsx';
import { QuickMessageDialog } from './quick-message-dialog.tsx';
import { QuickMessagesTable } from './quick-messages-table.tsx';

/** One's own quick messages, and everybody's (specification document 2, section 2, "Quick messages page"). */
export function QuickMessagesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<QuickMessageView | 'new' | null>(null);
  const query = search ? { searchParam: search } : {};
  const pages = useApiPages(listQuickMessages, query, (page) => page.records);
  const remove = useApiCommand(deleteQuickMessage);
  const confirmDelete = useConfirmDelete();
  const mayChange = (quick: QuickMessageView) =>
    quick.userId === user.id || can(user, 'quickMessages:manageAll');
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('quickMessages:add')}
    </Button>
  );
  const askDelete = (quick: QuickMessageView) =>
    confirmDelete(`/${quick.shortcode}`, () =>
      remove.mutate(
        { params: { quickMessageId: quick.id } },
        { onSuccess: () => showToast(t('common:success')) },
      ),
    );

  return (
    <Page
      title={t('quickMessages:title')}
      subtitle={t('quickMessages:subtitle')}
      actions={
        <>
          <SearchField
            label={t('quickMessages:search')}
            clearLabel={t('common:clear')}
            onSearch={setSearch}
          />
          {add}
        </>
      }
    >
      <QueryView query={pages}>
        {() =>
          pages.rows.length > 0 ? (
            <Panel>
              <QuickMessagesTable
                quickMessages={pages.rows}
                mayChange={mayChange}
                onEdit={setEditing}
                onDelete={askDelete}
              />
              <LoadMore pages={pages} />
            </Panel>
          ) : search ? (
            <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
          ) : (
            <StateView
              icon={IconBolt}
              title={t('quickMessages:empty')}
              hint={t('quickMessages:emptyHint')}
              action={add}
            />
          )
        }
      </QueryView>
      <QuickMessageDialog quick={editing} own={user.id} onClose={() => setEditing(null)} />
    </Page>
  );
}
