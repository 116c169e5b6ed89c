import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import { Group, Progress } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { PresentPerson } from '../../../renderer/components/present-person.tsx';
import { QueueBadge } from '../../../renderer/components/queue-badge.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { isAway } from '../../../renderer/kit/use-away-until.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './assignment.module.css';

interface Props {
  agent: Agent;
}

/** Who it is, and whether they are there. */
export function PersonCell({ agent: { name, online, awayUntil } }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const presence = isAway(awayUntil) ? 'away' : online ? 'online' : 'offline';
  return (
    <PresentPerson name={name} presence={presence}>
      <div className={cells.name}>{name}</div>
      <div className={cells.detail}>
        {presence === 'away'
          ? t('assignment:awayUntil', { when: format.moment(awayUntil ?? '') })
          : t(`assignment:${presence}`)}
      </div>
    </PresentPerson>
  );
}

/** How much of what they may have they have. */
export function LoadCell({ agent: { name, open, waiting, snoozed, capacity } }: Props) {
  const { t } = useTexts();
  const load = capacity === null ? String(open) : t('assignment:loadOf', { open, capacity });
  const share = capacity === null || capacity === 0 ? 0 : Math.min(100, (open / capacity) * 100);
  const details = [
    ...(waiting > 0 ? [t('assignment:waitingCustomers', { count: waiting })] : []),
    ...(snoozed > 0 ? [t('assignment:snoozed', { count: snoozed })] : []),
  ];
  return (
    <div className={classes.load}>
      <Group gap={8} wrap="nowrap">
        <span className={classes.number}>{load}</span>
        {capacity === 0 ? (
          <StatusPill tone="neutral">{t('assignment:none')}</StatusPill>
        ) : capacity !== null && open >= capacity ? (
          <StatusPill tone="warning">{t('assignment:full')}</StatusPill>
        ) : null}
      </Group>
      {capacity ? (
        <Progress
          value={share}
          size="sm"
          color={share >= 100 ? 'yellow' : 'teal'}
          aria-label={t('assignment:loadLabel', { name, load })}
        />
      ) : null}
      {details.length > 0 ? <div className={cells.detail}>{details.join(' · ')}</div> : null}
    </div>
  );
}

/** The same of each queue that they serve. */
export function QueuesCell({ agent }: Props) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  return (
    <Group gap={4}>
      {agent.queues.flatMap(({ queueId, capacity, open }) => {
        const queue = queues.find(({ id }) => id === queueId);
        if (!queue) return [];
        return (
          <QueueBadge key={queueId} color={queue.color}>
            {queue.name} {capacity === null ? open : t('assignment:loadOf', { open, capacity })}
          </QueueBadge>
        );
      })}
    </Group>
  );
}
