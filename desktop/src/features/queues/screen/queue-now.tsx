import { listAgents } from '@balcao/shared/features/assignment/calls.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import type { WaitLimits } from '@balcao/shared/features/queues/wait-limits.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Anchor, Tooltip } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import type { Column } from '../../../renderer/components/list-table.tsx';
import { Spark } from '../../../renderer/components/spark.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { WaitingTime } from '../../../renderer/components/ticket/waiting-time.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { usePartDays, usePartFigures } from '../../../renderer/kit/use-part-figures.ts';
import { useShowWaiting } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './queues.module.css';

const LOOK_EVERY_MS = 30_000;
const WEEK_DAYS = 7;

interface Waiting {
  tickets: number;
  since: string;
}

type ShownQueue = Pick<QueueView, 'id' | 'name'> & WaitLimits;

interface Person {
  id: number;
  name: string;
  online: boolean;
}

/** What goes on in each queue at this moment, for those who may see the load of the team. */
export function useQueueNow(user: SessionUser): Column<ShownQueue>[] {
  const { t } = useTexts();
  const format = useFormat();
  const { data } = useApiQuery(
    listAgents,
    {},
    { enabled: can(user, 'assignment:manage'), everyMs: LOOK_EVERY_MS },
  );
  const figuresOf = usePartFigures(user, 'queue', WEEK_DAYS);
  const daysOf = usePartDays(user, 'queue', WEEK_DAYS);
  if (!data) return [];
  const { agents, waiting } = data;
  const peopleOf = (id: number) =>
    agents.filter(({ queues }) => queues.some(({ queueId }) => queueId === id));
  return [
    {
      head: t('tickets:tabs.pending'),
      visibleFrom: 'sm',
      className: cells.line,
      cell: (queue) => (
        <WaitingIn queue={queue} waiting={waiting.find(({ queueId }) => queueId === queue.id)} />
      ),
    },
    {
      head: t('queues:now.people'),
      visibleFrom: 'sm',
      className: cells.line,
      cell: ({ id }) => <People people={peopleOf(id)} />,
    },
    {
      head: t('queues:now.week'),
      visibleFrom: 'md',
      className: cells.line,
      cell: ({ id }) => (
        <div className={classes.week} title={t('queues:now.weekHint')}>
          {figuresOf ? format.number(figuresOf(id)?.begun ?? 0) : null}
          <Spark values={daysOf?.(id)?.map(({ begun }) => begun) ?? []} />
        </div>
      ),
    },
  ];
}

/** How many wait, since when, and whether that is long for the queue; leads to them. */
function WaitingIn({ queue, waiting }: { queue: ShownQueue; waiting: Waiting | undefined }) {
  const { t } = useTexts();
  const format = useFormat();
  const showWaiting = useShowWaiting();
  if (!waiting) return <span className={cells.detail}>{t('queues:now.nobodyWaits')}</span>;
  const count = t('queues:now.tickets', { count: waiting.tickets });
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={`${count}: ${queue.name}`}
        onClick={() => showWaiting(queue.id)}
      >
        {count}
      </Anchor>
      <div className={cells.detail}>
        {t('assignment:waitingSince', { when: format.moment(waiting.since) })}
      </div>
      <WaitingTime since={waiting.since} limits={queue} />
    </>
  );
}

function People({ people }: { people: readonly Person[] }) {
  const { t } = useTexts();
  if (people.length === 0) return <StatusPill tone="warning">{t('queues:now.noPeople')}</StatusPill>;
  const here = people.filter(({ online }) => online);
  return (
    <Tooltip label={people.map(({ name }) => name).join(', ')} multiline maw={280}>
      <span>{t('queues:now.here', { here: here.length, count: people.length })}</span>
    </Tooltip>
  );
}
