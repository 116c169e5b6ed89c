import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { WaitingTime } from '../../../renderer/components/ticket/waiting-time.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { isAway } from '../../../renderer/kit/use-away-until.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useShowWaiting } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './assignment.module.css';

interface Props {
  agents: readonly Agent[];
  waiting: readonly { queueId: number; tickets: number; since: string }[];
}

/** What waits in each queue, and whether somebody could be given it. Each leads to those who wait. */
export function WaitingQueues({ agents, waiting }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: queues = [] } = useRows('queue');
  const showWaiting = useShowWaiting();
  const shown = waiting.flatMap((one) => {
    const queue = queues.find(({ id }) => id === one.queueId);
    return queue ? [{ ...one, queue }] : [];
  });
  return (
    <section className={classes.waiting} aria-label={t('assignment:waiting')}>
      {shown.length === 0 ? <p className={classes.nothing}>{t('assignment:nothingWaits')}</p> : null}
      {shown.map(({ queueId, tickets, since, queue }) => (
        <button
          key={queueId}
          type="button"
          className={classes.queue}
          title={t('assignment:seeWaiting')}
          onClick={() => showWaiting(queueId)}
        >
          <span className={classes.dot} style={{ background: queue.color }} />
          <span>{queue.name}</span>
          <strong className={classes.number}>{tickets}</strong>
          <span className={classes.since}>
            {t('assignment:waitingSince', { when: format.moment(since) })}
          </span>
          <WaitingTime since={since} limits={queue} />
          {agents.some((agent) => isFree(agent, queueId)) ? null : (
            <StatusPill tone="warning">{t('assignment:nobodyFree')}</StatusPill>
          )}
        </button>
      ))}
    </section>
  );
}

const hasRoom = (capacity: number | null, open: number) => capacity === null || open < capacity;

function isFree({ online, awayUntil, capacity, open, queues }: Agent, queueId: number): boolean {
  const own = queues.find((queue) => queue.queueId === queueId);
  return (
    own !== undefined &&
    online &&
    !isAway(awayUntil) &&
    hasRoom(capacity, open) &&
    hasRoom(own.capacity, own.open)
  );
}
