import { deleteContactList } from '@balcao/shared/api/contact-lists.ts';
import { fold, foldQuery } from '@balcao/shared/domain/fold.ts';
import type { ContactListRow } from '@balcao/shared/model/contact-list.ts';
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
import { ContactListDialog } from './contact-list-dialog.tsx';

/** From the console's own rows: it opens at once, changes live and works without a network. */
export function ContactListsPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<ContactListRow | 'new' | null>(null);
  const query = useRows('contactList');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const remove = useApiCommand(deleteContactList);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('contactLists:add')} onClick={() => setEditing('new')} />;
  const askDelete = (contactList: ContactListRow) =>
    confirmDelete(contactList.name, () => remove.mutateAsync({ params: { contactListId: contactList.id } }));

  return (
    <Page
      title={t('contactLists:title')}
      actions={
        <>
          <SearchField label={t('contactLists:search')} onSearch={setSearch} />
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
          title: t('contactLists:empty'),
          hint: t('contactLists:emptyHint'),
          action: add,
        }}
      >
        <ListTable head={<Table.Th>{t('contactLists:name')}</Table.Th>}>
          {found.map((contactList) => (
            <Table.Tr key={contactList.id}>
              <Table.Td className={cells.name}>{contactList.name}</Table.Td>
              <Table.Td>
                <RowActions
                  edit={{
                    label: t('contactLists:editNamed', { name: contactList.name }),
                    onClick: () => setEditing(contactList),
                  }}
                  remove={{
                    label: t('contactLists:deleteNamed', { name: contactList.name }),
                    onClick: () => askDelete(contactList),
                  }}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </ListView>
      <ContactListDialog contactList={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}
