import { deleteContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { ActionIcon, Anchor, Table, Tooltip } from '@mantine/core';
import { IconListDetails, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
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
  const askDelete = ({ id, name }: ContactListRow) =>
    confirmDelete(t('contactLists:deleteHint', { name }), () =>
      remove
        .mutateAsync({ params: { contactListId: id } })
        .then(() => showToast(t('contactLists:deleted'), { color: 'blue' })),
    );

  return (
    <Page
      title={t('contactLists:title')}
      subtitle={t('contactLists:subtitle')}
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
          icon: IconUsersGroup,
          title: t('contactLists:empty'),
          hint: t('contactLists:emptyHint'),
          action: add,
        }}
      >
        <ContactListsTable contactLists={found} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <ContactListDialog contactList={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}

interface TableProps {
  contactLists: readonly ContactListRow[];
  onEdit: (contactList: ContactListRow) => void;
  onDelete: (contactList: ContactListRow) => void;
}

function ContactListsTable({ contactLists, onEdit, onDelete }: TableProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('contactLists:name')}</Table.Th>
          <Table.Th>{t('contactLists:contacts')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('contactLists:valid')}</Table.Th>
        </>
      }
    >
      {contactLists.map((contactList) => {
        const { id, name, contactsCount, validCount, pendingCount } = contactList;
        return (
          <Table.Tr key={id}>
            <Table.Td className={cells.name}>
              <Anchor component={Link} href={`/contact-lists/${id}/contacts`} inherit c="inherit">
                {name}
              </Anchor>
            </Table.Td>
            <Table.Td>{format.number(contactsCount)}</Table.Td>
            <Table.Td visibleFrom="xs">
              {format.number(validCount)}
              {pendingCount > 0 ? (
                <div className={cells.detail}>
                  {t('contactLists:check.progress', {
                    done: format.number(contactsCount - pendingCount),
                    total: format.number(contactsCount),
                  })}
                </div>
              ) : null}
            </Table.Td>
            <Table.Td>
              <RowActions
                edit={{
                  label: t('contactLists:editNamed', { name }),
                  onClick: () => onEdit(contactList),
                }}
                remove={{
                  label: t('contactLists:deleteNamed', { name }),
                  onClick: () => onDelete(contactList),
                }}
              >
                <Tooltip label={t('contactLists:contacts')}>
                  <ActionIcon
                    component={Link}
                    href={`/contact-lists/${id}/contacts`}
                    aria-label={t('contactLists:open', { name })}
                  >
                    <IconListDetails size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              </RowActions>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
