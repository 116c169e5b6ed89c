import { type Deadline, urgencyAt } from '@balcao/shared/features/deadlines/deadline.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { IconAlertTriangle, IconStopwatch } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useFormat } from '../../kit/format.ts';
import { serverNow } from '../../kit/server-now.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { subscribe } from './look-clock.ts';
import { snoozedUntil } from './snoozed-until.ts';
import classes from './waiting-time.module.css';
import { roundedMinutes } from './waiting-time.tsx';

const MINUTE_MS = 60_000;
const LEVELS = { calm: 'early', near: 'long', missed: 'late' } as const;

/** What runs now: the server says the same when it hears what was done here. */
export const runningDeadlines = (ticket: TicketItem): readonly Deadline[] =>
  ticket.waitingSince === null || ticket.status === 'closed' || snoozedUntil(ticket) !== null
    ? []
    : ticket.deadlines;

/** How much time is left, or since when none is. Drawn again when what it says changes, and the row around it never. */
export function DeadlineClock({ deadline }: { deadline: Deadline }) {
  const { t } = useTexts();
  const format = useFormat();
  const urgency = useSyncExternalStore(subscribe, () => urgencyAt(deadline, serverNow().getTime()));
  const minutes = useSyncExternalStore(subscribe, () => minutesTo(deadline.dueAt));
  const isLate = urgency === 'missed';
  const label = t(isLate ? 'deadlines:clock.lateLabel' : 'deadlines:clock.leftLabel', {
    kind: t(`deadlines:kind.${deadline.kind}`),
    time: format.duration(minutes, 'long'),
    at: format.moment(deadline.dueAt),
  });
  const Icon = isLate ? IconAlertTriangle : IconStopwatch;
  return (
    <span
      className={classes.root}
      role="img"
      aria-label={label}
      title={label}
      data-level={LEVELS[urgency]}
      data-testid="deadline-clock"
    >
      <Icon size={13} stroke={1.8} aria-hidden />
      {t(isLate ? 'deadlines:clock.late' : 'deadlines:clock.left', {
        time: format.duration(minutes, 'narrow'),
      })}
    </span>
  );
}

/** A minute that has begun is left; one that has passed is late. */
function minutesTo(dueAt: string): number {
  const left = Date.parse(dueAt) - serverNow().getTime();
  return roundedMinutes(left > 0 ? Math.ceil(left / MINUTE_MS) : Math.floor(-left / MINUTE_MS));
}
