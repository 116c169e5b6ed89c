import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { deleteUser, listUsers, type UserView } from '@balcao/shared/api/users.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconSearchOff } from '@tabler/icons-react';
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
import { UserDialog } from './user-dialog.tsx';
import { UsersTable } from './users-table.tsx';

/** The people of the company. Specification document 2, section 2, "Users page". */
export function UsersPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<UserView | 'new' | null>(null);
  const pages = useApiPages(listUsers, search ? { searchParam: search } : {}, (page) => page.users);
  const remove = useApiCommand(deleteUser);
  const confirmDelete = useConfirmDelete();

  const askDelete = (person: UserView) =>
    confirmDelete(person.name, () =>
      remove.mutate({ params: { userId: person.id } }, { onSuccess: () => showToast(t('common:success')) }),
    );

  return (
    <Page
      title={t('users:title')}
      subtitle={t('users:subtitle')}
      actions={
        <>
          <SearchField label={t('users:search')} clearLabel={t('common:clear')} onSearch={setSearch} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
            {t('users:add')}
          </Button>
        </>
      }
    >
      <QueryView query={pages}>
        {() =>
          pages.rows.length === 0 ? (
            <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
          ) : (
            <Panel>
              <UsersTable users={pages.rows} own={user.id} onEdit={setEditing} onDelete={askDelete} />
              <LoadMore pages={pages} />
            </Panel>
          )
        }
      </QueryView>
      <UserDialog person={editing} own={user.id} onClose={() => setEditing(null)} />
    </Page>
  );
}
