import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { deleteUser, listUsers, type UserView } from '@balcao/shared/features/users/calls.ts';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { UsersTable } from '../../../renderer/features/users/users-table.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { UserDialog } from './user-dialog.tsx';

/** The people of the company. */
export function UsersPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<UserView | 'new' | null>(null);
  const pages = useApiPages(listUsers, search ? { searchParam: search } : {}, (page) => page.users);
  const remove = useApiCommand(deleteUser);
  const confirmDelete = useConfirmDelete();

  const askDelete = (person: UserView) =>
    confirmDelete(person.name, () => remove.mutateAsync({ params: { userId: person.id } }));

  return (
    <Page
      title={t('users:title')}
      subtitle={t('users:subtitle')}
      actions={
        <>
          <SearchField label={t('users:search')} onSearch={setSearch} />
          <AddButton label={t('users:add')} onClick={() => setEditing('new')} />
        </>
      }
    >
      <ListView query={pages} isEmpty={pages.rows.length === 0} search={search}>
        <UsersTable users={pages.rows} own={user.id} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <UserDialog person={editing} own={user.id} onClose={() => setEditing(null)} />
    </Page>
  );
}
