import { deleteAnnouncement, listAnnouncements } from '@balcao/shared/features/announcements/calls.ts';
import type { AnnouncementRow } from '@balcao/shared/features/announcements/row.ts';
import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { AnnouncementThumbnail } from './announcement-image.tsx';
import { PriorityPill } from './announcement-view.tsx';
import classes from './announcements.module.css';

/** Whoever writes them sees all: the inactive ones too, which no console has. */
export function AnnouncementsPage() {
  const { t } = useTexts();
  const list = useApiList(listAnnouncements, (page) => page.records);
  const count = list.data?.pages[0]?.count;
  const [editing, setEditing] = useState<AnnouncementRow | 'new' | null>(null);
  const remove = useApiCommand(deleteAnnouncement);

  return (
    <ListPage
      title={count === undefined ? t('announcements:title') : t('announcements:titleCount', { count })}
      subtitle={t('announcements:subtitle')}
      search={t('announcements:search')}
      add={{ label: t('announcements:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{ icon: IconNews, title: t('announcements:empty'), hint: t('announcements:emptyHint') }}
      failed={t('announcements:failed')}
      dialog={<AnnouncementDialog announcement={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('announcements:name'), className: cells.name, cell: ({ title }) => title },
          { head: t('announcements:priority'), cell: ({ priority }) => <PriorityPill priority={priority} /> },
          {
            head: t('announcements:attachment'),
            visibleFrom: 'xs',
            cell: (announcement) => <Attachment {...announcement} />,
          },
          {
            head: t('announcements:status'),
            cell: ({ status }) => (
              <StatusPill tone={status ? 'success' : 'neutral'}>
                {t(status ? 'announcements:active' : 'announcements:inactive')}
              </StatusPill>
            ),
          },
        ]}
        actions={(announcement) => (
          <RowActions
            edit={{
              label: t('announcements:editNamed', { name: announcement.title }),
              onClick: () => setEditing(announcement),
            }}
            remove={{
              label: t('announcements:deleteNamed', { name: announcement.title }),
              question: t('announcements:deleteHint', { name: announcement.title }),
              run: () => remove.mutateAsync({ params: { announcementId: announcement.id } }),
              gone: t('announcements:deleted'),
            }}
          />
        )}
      />
    </ListPage>
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
