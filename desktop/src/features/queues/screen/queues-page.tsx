import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getCompany } from '@balcao/shared/features/companies/calls.ts';
import { deleteQueue, listQueues, type QueueView } from '@balcao/shared/features/queues/calls.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconDeviceMobileMessage, IconSitemap } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { FileNote } from '../../../renderer/components/file-note.tsx';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { OpeningLine } from '../../../renderer/components/opening-line/opening-line.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { TemplateText } from '../../../renderer/components/template-text.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { type PhoneParts, PhonePartsContext } from './phone/phone-parts.ts';
import { ReachedBy } from './queue-connections.tsx';
import { QueueDialog } from './queue-dialog.tsx';
import { useQueueNow } from './queue-now.tsx';
import classes from './queues.module.css';

interface Props {
  user: SessionUser;
  /** The address asks for the phone: of the first queue that customers reach. */
  isTrying: boolean;
  phone: PhoneParts;
}

/** Queues and their menus. A plan limits their number. */
export function QueuesPage({ user, isTrying, phone }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const [search, onSearch] = useState('');
  const query = useApiQuery(listQueues, {});
  const queues = query.data ?? [];
  const found = queues.filter(({ name }) => fold(name).includes(fold(search)));
  const opened = useOpenedQueue(isTrying, queues);
  const remove = useApiCommand(deleteQueue);
  const now = useQueueNow(user);
  const { data: company } = useApiQuery(getCompany, { params: { companyId: user.companyId } });
  const ownHours = user.company.settings.some(
    ({ key, value }) => key === 'scheduleType' && value === 'queue',
  );

  return (
    <ListPage
      title={t('queues:title')}
      subtitle={t('queues:subtitle')}
      search={t('queues:search')}
      add={{ label: t('queues:add'), onClick: () => opened.open('new') }}
      list={{ ...query, rows: found, isNarrowed: search !== '', onSearch }}
      empty={{
        icon: IconSitemap,
        title: t('queues:empty'),
        hint: t('queues:emptyHint'),
        example: t('queues:example'),
      }}
      dialog={
        <PhonePartsContext value={phone}>
          <QueueDialog
            // A new one is begun knowing the others.
            queue={query.isPending ? null : opened.queue}
            others={queues}
            ownHours={ownHours}
            phone={{ ...opened.phone, contactName: user.name }}
            onClose={opened.close}
          />
        </PhonePartsContext>
      }
    >
      <ListTable
        rows={found}
        columns={[
          {
            head: t('queues:name'),
            cell: (queue) => (
              <Name
                queue={queue}
                calendar={company && { ...company, ...(ownHours ? { schedules: queue.schedules } : {}) }}
                onOffer={() => opened.open(queue)}
              />
            ),
          },
          ...now,
          {
            head: t('queues:order'),
            visibleFrom: 'lg',
            cell: ({ orderQueue }) => format.number(orderQueue),
          },
          {
            head: t('queues:greetingMessage'),
            visibleFrom: 'md',
            cell: (queue) => <Greeting queue={queue} />,
          },
        ]}
        actions={(queue) => (
          <RowActions
            edit={{
              label: t('queues:editNamed', { name: queue.name }),
              onClick: () => opened.open(queue),
            }}
            remove={{
              label: t('queues:deleteNamed', { name: queue.name }),
              question: t('queues:deleteHint', { name: queue.name }),
              run: () => remove.mutateAsync({ params: { queueId: queue.id } }),
            }}
          >
            <Tooltip label={t('queues:phone.try')}>
              <ActionIcon
                aria-label={t('queues:phone.tryNamed', { name: queue.name })}
                onClick={() => opened.open(queue, true)}
              >
                <IconDeviceMobileMessage size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </RowActions>
        )}
      />
    </ListPage>
  );
}

/** The queue in the dialog, alone or with a phone beside it. */
function useOpenedQueue(isTrying: boolean, queues: readonly QueueView[]) {
  const [queue, setQueue] = useState<QueueView | 'new' | null>(null);
  const [isShown, show] = useState(false);
  const [first] = queues.toSorted((a, b) => b.connectionIds.length - a.connectionIds.length);
  useEffect(() => {
    if (!isTrying || !first) return;
    show(true);
    setQueue(first);
    navigate('/queues');
  }, [isTrying, first]);
  const open = (next: QueueView | 'new', withPhone = false) => {
    show(withPhone);
    setQueue(next);
  };
  return { queue, phone: { isShown, show }, open, close: () => setQueue(null) };
}

interface NameProps {
  queue: QueueView;
  /** When it is open; undefined while nobody knows. */
  calendar: ComponentProps<typeof OpeningLine> | undefined;
  onOffer: () => void;
}

function Name({ queue, calendar, onOffer }: NameProps) {
  return (
    <Group gap="sm" wrap="nowrap">
      <span className={classes.bar} style={{ background: queue.color }} />
      <div>
        <div className={cells.name}>{queue.name}</div>
        <ReachedBy queue={queue} onOffer={onOffer} />
        {calendar ? <Open {...calendar} /> : null}
      </div>
    </Group>
  );
}

const Open = ({ schedules, holidays, timezone }: ComponentProps<typeof OpeningLine>) => (
  <OpeningLine size="xs" schedules={schedules} holidays={holidays} timezone={timezone} />
);

function Greeting({ queue: { greetingMessage, media, mediaName } }: { queue: QueueView }) {
  return (
    <>
      <div className={cells.text}>
        <TemplateText text={greetingMessage} />
      </div>
      {media ? <FileNote name={mediaName} /> : null}
    </>
  );
}
