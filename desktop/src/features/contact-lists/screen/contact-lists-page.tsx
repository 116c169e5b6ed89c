import { deleteContactList } from '@balcao/shared/features/contact-lists/calls.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconListDetails, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useBasisText } from '../../../renderer/components/list-basis/use-basis-text.ts';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ContactListDialog } from './contact-list-dialog.tsx';

/** The list reads the console's own rows: it opens at once, changes live and works without a network. */
export function ContactListsPage() {
  const { t } = useTexts();
  const format = useFormat();
  const basisText = useBasisText();
  const list = useSearchedList(useRows('contactList'), ({ name }) => [name]);
  const [editing, setEditing] = useState<ContactListRow | 'new' | null>(null);
  const remove = useApiCommand(deleteContactList);
  const removeOne = async (contactListId: number) => {
    await remove.mutateAsync({ params: { contactListId } });
    showToast(t('contactLists:deleted'), { color: 'blue' });
  };

  return (
    <ListPage
      title={t('contactLists:title')}
      subtitle={t('contactLists:subtitle')}
      search={t('contactLists:search')}
      add={{ label: t('contactLists:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{
        icon: IconUsersGroup,
        title: t('contactLists:empty'),
        hint: t('contactLists:emptyHint'),
        example: t('contactLists:example'),
      }}
      dialog={<ContactListDialog contactList={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          {
            head: t('contactLists:name'),
            className: cells.name,
            cell: ({ id, name }) => (
              <Anchor component={Link} href={pathOf(id)} inherit c="inherit">
                {name}
              </Anchor>
            ),
          },
          {
            head: t('contactLists:contacts'),
            cell: ({ contactsCount }) => format.number(contactsCount),
          },
          {
            head: t('contactLists:valid'),
            visibleFrom: 'xs',
            cell: (contactList) => <Valid contactList={contactList} />,
          },
          {
            head: t('contactLists:basis.label'),
            visibleFrom: 'sm',
            cell: ({ basis }) => basisText(basis),
          },
        ]}
        actions={(contactList) => (
          <RowActions
            edit={{
              label: t('contactLists:editNamed', { name: contactList.name }),
              onClick: () => setEditing(contactList),
            }}
            remove={{
              label: t('contactLists:deleteNamed', { name: contactList.name }),
              question: t('contactLists:deleteHint', { name: contactList.name }),
              run: () => removeOne(contactList.id),
            }}
          >
            <Tooltip label={t('contactLists:contacts')}>
              <ActionIcon
                component={Link}
                href={pathOf(contactList.id)}
                aria-label={t('contactLists:open', { name: contactList.name })}
              >
                <IconListDetails size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </RowActions>
        )}
      />
    </ListPage>
  );
}

const pathOf = (id: number) => `/contact-lists/${id}/contacts`;

/** How many numbers are on WhatsApp, and how far their check is. */
function Valid({ contactList }: { contactList: ContactListRow }) {
  const { t } = useTexts();
  const format = useFormat();
  const { contactsCount, validCount, pendingCount } = contactList;
  return (
    <>
      {format.number(validCount)}
      {pendingCount > 0 ? (
        <div className={cells.detail}>
          {t('contactLists:check.progress', {
            done: format.number(contactsCount - pendingCount),
            total: format.number(contactsCount),
          })}
        </div>
      ) : null}
    </>
  );
}
