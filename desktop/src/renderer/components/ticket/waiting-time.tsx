import { type WaitLimits, waitLevel } from '@balcao/shared/features/queues/wait-limits.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { IconAlertTriangle, IconHourglass, IconRobot } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useFormat } from '../../kit/format.ts';
import { serverNow } from '../../kit/server-now.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { subscribe } from './look-clock.ts';
import { useWhoAnswers } from './use-who-answers.ts';
import classes from './waiting-time.module.css';

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * How long the customer waits for an answer, and whether that is long for the queue. Drawn again when what it says
 * changes, and the row around it never.
 */
export function WaitingTime({ since, limits }: { since: string; limits: WaitLimits }) {
  const { t } = useTexts();
  const format = useFormat();
  const minutes = useMinutes(since);
  const level = useSyncExternalStore(subscribe, () => waitLevel(minutesSince(since, serverNow()), limits));
  if (minutes === 0) return null;
  const label = t(`tickets:waiting.${level}`, { time: format.duration(minutes, 'long') });
  const Icon = level === 'late' ? IconAlertTriangle : IconHourglass;
  return (
    <span
      className={classes.root}
      role="img"
      aria-label={label}
      title={label}
      data-level={level}
      data-testid="waiting-time"
    >
      <Icon size={13} stroke={1.8} aria-hidden />
      {format.duration(minutes, 'narrow')}
    </span>
  );
}

/** A bot answers: which one, and since when nothing was said, which calls for nobody. */
export function TimeWithBot({ ticket }: { ticket: TicketItem }) {
  const { t } = useTexts();
  const format = useFormat();
  const minutes = useMinutes(ticket.lastMessageAt);
  const who = useWhoAnswers(ticket) ?? t('tickets:chatbot');
  const label =
    minutes === 0
      ? t('tickets:chatbot')
      : t('tickets:chatbotFor', { time: format.duration(minutes, 'long') });
  return (
    <span className={classes.root} role="img" aria-label={label} title={who} data-testid="time-with-bot">
      <IconRobot size={15} stroke={1.7} aria-hidden />
      {minutes === 0 ? null : format.duration(minutes, 'narrow')}
    </span>
  );
}

/** Drawn again only when it says something else. */
const useMinutes = (since: string): number =>
  useSyncExternalStore(subscribe, () => roundedMinutes(minutesSince(since, serverNow())));

export const minutesSince = (since: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));

/** The name counts whole hours from an hour on, and whole days from a day on. */
export function roundedMinutes(minutes: number): number {
  const step = minutes >= DAY ? DAY : minutes >= HOUR ? HOUR : 1;
  return minutes - (minutes % step);
}
