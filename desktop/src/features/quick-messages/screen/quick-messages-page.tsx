import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  deleteQuickMessage,
  type ListedQuickMessage,
  listQuickMessages,
  type QuickMessageView,
} from '@balcao/shared/features/quick-messages/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Badge } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useState } from 'react';
import { FileNote } from '../../../renderer/components/file-note.tsx';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { TemplateText } from '../../../renderer/components/template-text.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useNewQuickMessage } from '../../../renderer/kit/new-quick-message-store.ts';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { QuickMessageDialog } from './quick-message-dialog.tsx';
import classes from './quick-messages.module.css';

/** The user's own quick messages, and the company's. */
export function QuickMessagesPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const list = useApiList(listQuickMessages, (page) => page.records);
  const [editing, setEditing] = useState<QuickMessageView | null>(null);
  const { data: queues = [] } = useRows('queue');
  const queueName = (queueId: number | null) => queues.find(({ id }) => id === queueId)?.name;
  const addNew = useNewQuickMessage((quick) => quick.ask);
  const remove = useApiCommand(deleteQuickMessage);
  const mayChange = (quick: QuickMessageView) =>
    quick.userId === user.id || can(user, 'quickMessages:manageAll');

  return (
    <ListPage
      title={t('quickMessages:title')}
      subtitle={t('quickMessages:subtitle')}
      search={t('quickMessages:search')}
      add={{ label: t('quickMessages:add'), onClick: () => addNew() }}
      list={list}
      empty={{
        icon: IconBolt,
        title: t('quickMessages:empty'),
        hint: t('quickMessages:emptyHint'),
        example: t('quickMessages:example'),
      }}
      dialog={<QuickMessageDialog quick={editing} own={user.id} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          {
            head: t('quickMessages:shortcode'),
            className: classes.shortcode,
            cell: (quick) => <Shortcode quick={quick} />,
          },
          {
            head: t('quickMessages:message'),
            className: classes.message,
            cell: (quick) => <Message quick={quick} />,
          },
          {
            head: t('quickMessages:audience'),
            visibleFrom: 'xs',
            cell: (quick) => <Audience quick={quick} queue={queueName(quick.queueId)} />,
          },
          {
            head: t('quickMessages:use'),
            visibleFrom: 'md',
            className: cells.line,
            cell: (quick) => <Use {...quick} />,
          },
        ]}
        actions={(quick) =>
          mayChange(quick) ? (
            <RowActions
              edit={{
                label: t('quickMessages:editNamed', { name: quick.shortcode }),
                onClick: () => setEditing(quick),
              }}
              remove={{
                label: t('quickMessages:deleteNamed', { name: quick.shortcode }),
                question: `/${quick.shortcode}`,
                run: () => remove.mutateAsync({ params: { quickMessageId: quick.id } }),
              }}
            />
          ) : null
        }
      />
    </ListPage>
  );
}

interface CellProps {
  quick: QuickMessageView;
}

function Shortcode({ quick: { shortcode, status } }: CellProps) {
  const { t } = useTexts();
  return (
    <>
      /{shortcode}
      {status ? null : (
        <Badge variant="light" color="gray" tt="none" ml="xs">
          {t('quickMessages:off')}
        </Badge>
      )}
    </>
  );
}

function Message({ quick: { message, isMedia, mediaName } }: CellProps) {
  return (
    <>
      <div className={cells.text}>
        <TemplateText text={message} />
      </div>
      {isMedia ? <FileNote name={mediaName} /> : null}
    </>
  );
}

/** Who may use it; of one for everybody also who wrote it. */
function Audience({ quick: { geral, userName }, queue }: CellProps & { queue: string | undefined }) {
  const { t } = useTexts();
  if (!geral) return t('quickMessages:onlyMe');
  return (
    <>
      {queue ?? t('quickMessages:everybody')}
      {userName ? <div className={cells.detail}>{t('quickMessages:by', { name: userName })}</div> : null}
    </>
  );
}

/** How often it went into an answer, and when last. */
function Use({ uses, lastUsedAt }: Pick<ListedQuickMessage, 'uses' | 'lastUsedAt'>) {
  const { t } = useTexts();
  const format = useFormat();
  if (!lastUsedAt) return <span className={cells.detail}>–</span>;
  return (
    <>
      {t('quickMessages:uses', { count: uses })}
      <div className={cells.detail}>{t('quickMessages:lastUse', { when: format.moment(lastUsedAt) })}</div>
    </>
  );
}
