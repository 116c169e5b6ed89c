import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type ContactItem, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_SEARCH_MIN } from '@balcao/shared/features/contacts/limits.ts';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconAddressBook, IconDotsVertical, IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import {
  ImportDialog,
  type ShownImport,
} from '../../../renderer/components/contact-import/import-dialog.tsx';
import { ImportNotice } from '../../../renderer/components/contact-import/import-notice.tsx';
import { INTO_CONTACTS } from '../../../renderer/components/contact-import/import-target.ts';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { saveFile } from '../../../renderer/kit/save-file.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactFilter, type ContactNarrowing } from './contact-filter.tsx';
import classes from './contacts.module.css';
import { ContactsTable } from './contacts-table.tsx';

/** Everybody who talks to the company, with import and export. */
export function ContactsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [narrowing, setNarrowing] = useState<ContactNarrowing>({});
  const [editing, setEditing] = useState<ContactItem | 'new' | null>(null);
  const [importing, setImporting] = useState<ShownImport>(null);
  const search = typed.length < CONTACT_SEARCH_MIN ? '' : typed;
  const query = { ...narrowing, ...(search ? { searchParam: search } : {}) };
  const pages = useApiPages(listContacts, query, (page) => page.contacts);

  return (
    <ListPage
      title={t('contacts:title')}
      subtitle={t('contacts:subtitle')}
      search={t('contacts:search')}
      tools={<ListFiles onImport={() => setImporting('new')} />}
      add={{ label: t('contacts:add'), onClick: () => setEditing('new') }}
      above={
        <>
          {importing === null ? (
            <ImportNotice target={INTO_CONTACTS} userId={user.id} onShow={setImporting} />
          ) : null}
          <ContactFilter value={narrowing} onChange={setNarrowing} />
          {typed !== '' && search === '' ? (
            <Text size="sm" className={classes.hint} role="status">
              {t('contacts:searchMore')}
            </Text>
          ) : null}
        </>
      }
      list={{ ...pages, isNarrowed: Object.keys(query).length > 0, onSearch: setTyped }}
      empty={{
        icon: IconAddressBook,
        title: t('contacts:empty'),
        hint: t('contacts:emptyHint'),
        example: t('contacts:example'),
      }}
      dialog={
        <>
          <ImportDialog
            target={INTO_CONTACTS}
            hint={t('contacts:importHint')}
            shown={importing}
            onShow={setImporting}
          />
          <ContactDialog contact={editing} user={user} onClose={() => setEditing(null)} />
        </>
      }
    >
      <ContactsTable contacts={pages.rows} user={user} onEdit={setEditing} />
    </ListPage>
  );
}

/** The list from a file and to a file: two buttons, or a menu where the page has no room for them. */
function ListFiles({ onImport }: { onImport: () => void }) {
  const { t } = useTexts();
  const exporting = useBridgeCommand('contacts.export');
  const onExport = () =>
    void exporting.mutateAsync(null).then(
      (file) => {
        saveFile(file);
        if (file.leftOut > 0) showToast(t('contacts:exportLeftOut', { count: file.leftOut }));
      },
      () => {},
    );
  const acts = [
    { name: t('contacts:import'), icon: <IconFileImport size={16} aria-hidden />, act: onImport },
    { name: t('contacts:export'), icon: <IconFileExport size={16} aria-hidden />, act: onExport },
  ];
  if (!useNarrow())
    return acts.map(({ name, icon, act }) => (
      <Button
        key={name}
        variant="default"
        loading={act === onExport && exporting.isPending}
        leftSection={icon}
        onClick={act}
      >
        {name}
      </Button>
    ));
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          loading={exporting.isPending}
          aria-label={t('contacts:moreActs')}
        >
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
