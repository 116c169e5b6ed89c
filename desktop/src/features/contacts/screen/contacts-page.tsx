import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type ContactItem, deleteContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_SEARCH_MIN } from '@balcao/shared/features/contacts/limits.ts';
import { can } from '@balcao/shared/permissions.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconAddressBook, IconDotsVertical, IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import {
  ImportDialog,
  type ShownImport,
} from '../../../renderer/components/contact-import/import-dialog.tsx';
import { ImportNotice } from '../../../renderer/components/contact-import/import-notice.tsx';
import { INTO_CONTACTS } from '../../../renderer/components/contact-import/import-target.ts';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useNewTicket } from '../../../renderer/kit/new-ticket-store.ts';
import { saveFile } from '../../../renderer/kit/save-file.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useOpenConversation } from '../../../renderer/kit/use-open-conversation.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ContactDialog } from './contact-dialog.tsx';
import classes from './contacts.module.css';
import { ContactsTable } from './contacts-table.tsx';

/** Everybody who talks to the company, with import and export. */
export function ContactsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [editing, setEditing] = useState<ContactItem | 'new' | null>(null);
  const [importing, setImporting] = useState<ShownImport>(null);
  const search = typed.length < CONTACT_SEARCH_MIN ? '' : typed;
  const pages = useApiPages(listContacts, search ? { searchParam: search } : {}, (page) => page.contacts);
  const exporting = useBridgeCommand('contacts.export');
  const open = useOpenConversation();
  const newTicket = useNewTicket((dialog) => dialog.ask);
  const remove = useApiCommand(deleteContact);
  const confirmDelete = useConfirmDelete();
  const askDelete = ({ id, name, number }: ContactItem) =>
    confirmDelete(t('contacts:deleteHint', { name: displayName({ name, number }) }), () =>
      remove.mutateAsync({ params: { contactId: id } }),
    );
  const add = <AddButton label={t('contacts:add')} onClick={() => setEditing('new')} />;

  return (
    <Page
      title={t('contacts:title')}
      subtitle={t('contacts:subtitle')}
      actions={
        <>
          <SearchField label={t('contacts:search')} onSearch={setTyped} />
          <ListFiles
            isExporting={exporting.isPending}
            onImport={() => setImporting('new')}
            onExport={() =>
              void exporting.mutateAsync(null).then(
                (file) => {
                  saveFile(file);
                  if (file.leftOut > 0) showToast(t('contacts:exportLeftOut', { count: file.leftOut }));
                },
                () => {},
              )
            }
          />
          {add}
        </>
      }
    >
      {importing === null ? (
        <ImportNotice target={INTO_CONTACTS} userId={user.id} onShow={setImporting} />
      ) : null}
      {typed !== '' && search === '' ? (
        <Text size="sm" className={classes.hint} role="status">
          {t('contacts:searchMore')}
        </Text>
      ) : null}
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{
          icon: IconAddressBook,
          title: t('contacts:empty'),
          hint: t('contacts:emptyHint'),
          action: add,
        }}
      >
        <ContactsTable
          contacts={pages.rows}
          onOpen={open}
          onEdit={setEditing}
          onNewTicket={newTicket}
          {...(can(user, 'contacts-page:deleteContact') ? { onDelete: askDelete } : {})}
        />
      </ListView>
      <ImportDialog
        target={INTO_CONTACTS}
        hint={t('contacts:importHint')}
        shown={importing}
        onShow={setImporting}
      />
      <ContactDialog contact={editing} user={user} onClose={() => setEditing(null)} />
    </Page>
  );
}

interface ListFilesProps {
  isExporting: boolean;
  onImport: () => void;
  onExport: () => void;
}

/** The list from a file and to a file: two buttons, or a menu where the page has no room for them. */
function ListFiles({ isExporting, onImport, onExport }: ListFilesProps) {
  const { t } = useTexts();
  const acts = [
    { name: t('contacts:import'), icon: <IconFileImport size={16} aria-hidden />, act: onImport },
    { name: t('contacts:export'), icon: <IconFileExport size={16} aria-hidden />, act: onExport },
  ];
  if (!useNarrow())
    return acts.map(({ name, icon, act }) => (
      <Button
        key={name}
        variant="default"
        loading={act === onExport && isExporting}
        leftSection={icon}
        onClick={act}
      >
        {name}
      </Button>
    ));
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} loading={isExporting} aria-label={t('contacts:moreActs')}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ name, icon, act }) => (
          <Menu.Item key={name} leftSection={icon} onClick={act}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
