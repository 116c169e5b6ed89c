import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  type ContactListItemView,
  listContactListItems,
} from '@balcao/shared/features/contact-lists/items.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconFileImport, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import {
  ImportDialog,
  type ShownImport,
} from '../../../renderer/components/contact-import/import-dialog.tsx';
import { ImportNotice } from '../../../renderer/components/contact-import/import-notice.tsx';
import { intoList } from '../../../renderer/components/contact-import/import-target.ts';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { saveFile } from '../../../renderer/kit/save-file.ts';
import { useApiList } from '../../../renderer/kit/use-list.ts';
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
  const [editing, setEditing] = useState<ContactListItemView | 'new' | null>(null);
  const [importing, setImporting] = useState<ShownImport>(null);
  const lists = useRows('contactList');
  const found = lists.data?.find(({ id }) => id === contactListId);
  const list = useApiList(listContactListItems, (page) => page.contacts, {
    contactListId: String(contactListId),
  });
  const target = intoList(contactListId);

  return (
    <ListPage
      title={found?.name ?? t('contactLists:title')}
      search={t('contactLists:items.search')}
      tools={
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => setImporting('new')}
        >
          {t('contacts:import')}
        </Button>
      }
      add={{ label: t('contactLists:items.add'), onClick: () => setEditing('new') }}
      back={{ label: t('contactLists:back'), href: '/contact-lists' }}
      above={
        <>
          {importing === null ? (
            <ImportNotice target={target} userId={user.id} onShow={setImporting} />
          ) : null}
          {found && found.contactsCount > 0 ? <NumberCheck contactList={found} /> : null}
        </>
      }
      list={list}
      empty={{
        icon: IconUsersGroup,
        title: t('contactLists:items.empty'),
        hint: t('contactLists:items.emptyHint'),
      }}
      dialog={
        <>
          <ImportDialog target={target} hint={<ImportHint />} shown={importing} onShow={setImporting} />
          <ListItemDialog contactListId={contactListId} item={editing} onClose={() => setEditing(null)} />
        </>
      }
    >
      <ListItemsTable items={list.rows} onEdit={setEditing} />
    </ListPage>
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
