import { WAITING_WARNING_MINUTES } from '@balcao/shared/constants.ts';
import { IconHourglass } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useFormat } from '../../../kit/format.ts';
import { serverNow } from '../../../kit/server-now.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import classes from './waiting-time.module.css';

const LOOK_MS = 10_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * How long the customer waits for an answer; a warning once that is long. Drawn again when what it says changes, and the
 * row around it never.
 */
export function WaitingTime({ since }: { since: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const minutes = useSyncExternalStore(subscribe, () => waitedMinutes(since, serverNow()));
  if (minutes === 0) return null;
  const label = t('tickets:waitingFor', { time: format.duration(minutes, 'long') });
  return (
    <span
      className={classes.root}
      role="img"
      aria-label={label}
      title={label}
      data-late={minutes >= WAITING_WARNING_MINUTES || undefined}
      data-testid="waiting-time"
    >
      <IconHourglass size={12} stroke={1.8} aria-hidden />
      {format.duration(minutes, 'narrow')}
    </span>
  );
}

/** Whole minutes; from an hour on those of whole hours, from a day on those of whole days. */
export function waitedMinutes(since: string, now: Date): number {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  const step = minutes >= DAY ? DAY : minutes >= HOUR ? HOUR : 1;
  return minutes - (minutes % step);
}

/** One clock for all rows. */
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= setInterval(() => {
    for (const look of listeners) look();
  }, LOOK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
