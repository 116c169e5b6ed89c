import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  type ContactListItemView,
  deleteContactListItem,
  listContactListItems,
} from '@balcao/shared/features/contact-lists/items.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconFileImport, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import {
  ImportDialog,
  type ShownImport,
} from '../../../renderer/components/contact-import/import-dialog.tsx';
import { ImportNotice } from '../../../renderer/components/contact-import/import-notice.tsx';
import { intoList } from '../../../renderer/components/contact-import/import-target.ts';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { saveFile } from '../../../renderer/kit/save-file.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ListItemDialog } from './list-item-dialog.tsx';
import { ListItemsTable } from './list-items-table.tsx';
import { NumberCheck } from './number-check.tsx';

interface Props {
  user: SessionUser;
  contactListId: number;
}

/** The people of one list, and how far the check of their numbers is. */
export function ListItemsPage({ user, contactListId }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<ContactListItemView | 'new' | null>(null);
  const [importing, setImporting] = useState<ShownImport>(null);
  const lists = useRows('contactList');
  const found = lists.data?.find(({ id }) => id === contactListId);
  const query = { contactListId: String(contactListId), ...(search ? { searchParam: search } : {}) };
  const pages = useApiPages(listContactListItems, query, (page) => page.contacts);
  const remove = useApiCommand(deleteContactListItem);
  const confirmDelete = useConfirmDelete();
  const askDelete = ({ id, name }: ContactListItemView) =>
    confirmDelete(t('contactLists:items.deleteHint', { name }), () =>
      remove
        .mutateAsync({ params: { contactListItemId: id } })
        .then(() => showToast(t('contactLists:items.deleted'), { color: 'blue' })),
    );
  const add = <AddButton label={t('contactLists:items.add')} onClick={() => setEditing('new')} />;
  const target = intoList(contactListId);

  return (
    <Page
      title={found?.name ?? t('contactLists:title')}
      actions={
        <>
          <SearchField label={t('contactLists:items.search')} onSearch={setSearch} />
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => setImporting('new')}
          >
            {t('contacts:import')}
          </Button>
          {add}
          <Button
            component={Link}
            href="/contact-lists"
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
          >
            {t('contactLists:back')}
          </Button>
        </>
      }
    >
      {importing === null ? <ImportNotice target={target} userId={user.id} onShow={setImporting} /> : null}
      {found && found.contactsCount > 0 ? <NumberCheck contactList={found} /> : null}
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{
          icon: IconUsersGroup,
          title: t('contactLists:items.empty'),
          hint: t('contactLists:items.emptyHint'),
          action: add,
        }}
      >
        <ListItemsTable items={pages.rows} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <ImportDialog target={target} hint={<ImportHint />} shown={importing} onShow={setImporting} />
      <ListItemDialog contactListId={contactListId} item={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}

/** What a spreadsheet must look like, and one to begin with. */
function ImportHint() {
  const { t } = useTexts();
  const template = useBridgeCommand('contacts.listTemplate');
  return (
    <>
      {t('contactLists:importHint')}{' '}
      <UnstyledButton
        c="var(--mantine-color-anchor)"
        fz="sm"
        disabled={template.isPending}
        onClick={() => void template.mutateAsync(null).then(saveFile, () => {})}
      >
        {t('contactLists:template')}
      </UnstyledButton>
    </>
  );
}
