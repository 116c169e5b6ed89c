import { deleteAnnouncement, listAnnouncements } from '@balcao/shared/features/announcements/calls.ts';
import type { AnnouncementRow } from '@balcao/shared/features/announcements/row.ts';
import { Table } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { AnnouncementThumbnail } from './announcement-image.tsx';
import { PriorityPill } from './announcement-view.tsx';
import classes from './announcements.module.css';

/** For those who write them: the inactive ones too, which no console has. */
export function AnnouncementsPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<AnnouncementRow | 'new' | null>(null);
  const query = search ? { searchParam: search } : {};
  const pages = useApiPages(listAnnouncements, query, (page) => page.records);
  const count = pages.data?.pages[0]?.count;
  const remove = useApiCommand(deleteAnnouncement);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('announcements:add')} onClick={() => setEditing('new')} />;
  const askDelete = ({ id, title }: AnnouncementRow) =>
    confirmDelete(
      t('announcements:deleteHint', { name: title }),
      () => remove.mutateAsync({ params: { announcementId: id } }),
      t('announcements:deleted'),
    );

  return (
    <Page
      title={count === undefined ? t('announcements:title') : t('announcements:titleCount', { count })}
      subtitle={t('announcements:subtitle')}
      actions={
        <>
          <SearchField label={t('announcements:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={pages}
        failed={t('announcements:failed')}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{
          icon: IconNews,
          title: t('announcements:empty'),
          hint: t('announcements:emptyHint'),
          action: add,
        }}
      >
        <AnnouncementsTable announcements={pages.rows} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <AnnouncementDialog announcement={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}

interface TableProps {
  announcements: readonly AnnouncementRow[];
  onEdit: (announcement: AnnouncementRow) => void;
  onDelete: (announcement: AnnouncementRow) => void;
}

function AnnouncementsTable({ announcements, onEdit, onDelete }: TableProps) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('announcements:name')}</Table.Th>
          <Table.Th>{t('announcements:priority')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('announcements:attachment')}</Table.Th>
          <Table.Th>{t('announcements:status')}</Table.Th>
        </>
      }
    >
      {announcements.map((announcement) => (
        <Table.Tr key={announcement.id}>
          <Table.Td className={cells.name}>{announcement.title}</Table.Td>
          <Table.Td>
            <PriorityPill priority={announcement.priority} />
          </Table.Td>
          <Table.Td visibleFrom="xs">
            <Attachment {...announcement} />
          </Table.Td>
          <Table.Td>
            <StatusPill tone={announcement.status ? 'success' : 'neutral'}>
              {t(announcement.status ? 'announcements:active' : 'announcements:inactive')}
            </StatusPill>
          </Table.Td>
          <Table.Td>
            <RowActions
              edit={{
                label: t('announcements:editNamed', { name: announcement.title }),
                onClick: () => onEdit(announcement),
              }}
              remove={{
                label: t('announcements:deleteNamed', { name: announcement.title }),
                onClick: () => onDelete(announcement),
              }}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

function Attachment({ mediaPath, mediaName }: Pick<AnnouncementRow, 'mediaPath' | 'mediaName'>) {
  const { t } = useTexts();
  if (mediaPath === null) return <span className={cells.detail}>{t('announcements:noAttachment')}</span>;
  return (
    <span className={classes.attached}>
      <AnnouncementThumbnail mediaPath={mediaPath} />
      {mediaName}
    </span>
  );
}
