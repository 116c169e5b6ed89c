import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { type ContactItem, deleteContact, listContacts } from '@balcao/shared/api/contacts.ts';
import { CONTACT_SEARCH_MIN } from '@balcao/shared/constants.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  IconAddressBook,
  IconFileExport,
  IconFileImport,
  IconPlus,
  IconSearchOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiPages } from '../../app/api-query.ts';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useNewTicket } from '../../app/new-ticket-store.ts';
import { QueryView } from '../../app/query-view.tsx';
import { saveFile } from '../../app/save-file.ts';
import { showToast } from '../../app/toasts.tsx';
import { useOpenConversation } from '../../app/use-open-conversation.ts';
import { useTexts } from '../../app/use-texts.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { Page, Panel } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateView } from '../../components/state-view.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import classes from './contacts.module.css';
import { ContactsTable } from './contacts-table.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** Everybody who talks to the company. Specification document 2, section 2, "Contacts page". */
export function ContactsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [editing, setEditing] = useState<ContactItem | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const search = typed.length < CONTACT_SEARCH_MIN ? '' : typed;
  const pages = useApiPages(listContacts, search ? { searchParam: search } : {}, (page) => page.contacts);
  const exporting = useBridgeCommand('contacts.export');
  const open = useOpenConversation();
  const newTicket = useNewTicket((dialog) => dialog.ask);
  const askDelete = useDeleteContact();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('contacts:add')}
    </Button>
  );

  return (
    <Page
      title={t('contacts:title')}
      subtitle={t('contacts:subtitle')}
      actions={
        <>
          <SearchField label={t('contacts:search')} clearLabel={t('common:clear')} onSearch={setTyped} />
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('contacts:import')}
          </Button>
          <Button
            variant="default"
            loading={exporting.isPending}
            leftSection={<IconFileExport size={16} aria-hidden />}
            onClick={() => void exporting.mutateAsync(null).then(saveContacts, () => {})}
          >
            {t('contacts:export')}
          </Button>
          {add}
        </>
      }
    >
      {typed !== '' && search === '' ? (
        <Text size="sm" className={classes.hint} role="status">
          {t('contacts:searchMore')}
        </Text>
      ) : null}
      <QueryView query={pages}>
        {() =>
          pages.rows.length > 0 ? (
            <Panel>
              <ContactsTable
                contacts={pages.rows}
                onOpen={open}
                onEdit={setEditing}
                onNewTicket={newTicket}
                {...(can(user, 'contacts-page:deleteContact') ? { onDelete: askDelete } : {})}
              />
              <LoadMore pages={pages} />
            </Panel>
          ) : search ? (
            <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
          ) : (
            <StateView
              icon={IconAddressBook}
              title={t('contacts:empty')}
              hint={t('contacts:emptyHint')}
              action={add}
            />
          )
        }
      </QueryView>
      <ImportDialog opened={importing} onClose={() => setImporting(false)} />
      <ContactDialog contact={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}

const saveContacts = (text: string) => saveFile('contacts.csv', text, 'text/csv');

/** More goes than the row that one sees, so the question says it. */
function useDeleteContact(): (contact: ContactItem) => void {
  const { t } = useTexts();
  const { mutateAsync: remove } = useApiCommand(deleteContact);
  return (contact) =>
    modals.openConfirmModal({
      title: t('common:deleteConfirm'),
      children: (
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {contact.name || contact.number}
          </Text>
          <Text size="sm">{t('contacts:deleteHint')}</Text>
        </Stack>
      ),
      labels: { confirm: t('common:delete'), cancel: t('common:cancel') },
      confirmProps: { color: 'red.8' },
      onConfirm: () =>
        void remove({ params: { contactId: contact.id } }).then(
          () => showToast(t('common:success')),
          () => {},
        ),
    });
}
