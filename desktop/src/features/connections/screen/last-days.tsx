import { type ConnectionDay, listConnectionDays } from '@balcao/shared/features/connections/calls.ts';
import { CONNECTION_DAYS } from '@balcao/shared/features/connections/limits.ts';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { dayOf } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './last-days.module.css';

/** How a connection has held on the last days: a bar for each, and in words for those who cannot tell colours. */
export function LastDays({ connectionId }: { connectionId: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data } = useApiQuery(listConnectionDays, {});
  if (!data) return <div className={classes.days} />;
  const own = new Map(
    data.days.filter(({ whatsappId }) => whatsappId === connectionId).map((day) => [day.day, day]),
  );
  const days = lastDays();
  const saysOf = (day: ConnectionDay | undefined) => {
    if (!day) return t('connections:days.well');
    if (day.ended) return t('connections:days.ended');
    if (day.quality === 'red') return t('connections:days.red');
    return day.dropped > 0
      ? t('connections:days.dropped', { count: day.dropped })
      : t('connections:days.well');
  };
  const troubled = days.filter((day) => stateOf(own.get(day)) !== 'well').length;
  return (
    <div
      className={classes.days}
      role="img"
      aria-label={t('connections:days.summary', { count: troubled, days: days.length })}
    >
      {days.map((day) => (
        <span
          key={day}
          className={classes.day}
          data-state={stateOf(own.get(day))}
          title={`${format.calendarDay(day)}: ${saysOf(own.get(day))}`}
        />
      ))}
    </div>
  );
}

function stateOf(day: ConnectionDay | undefined): 'well' | 'shaky' | 'down' {
  if (!day) return 'well';
  if (day.ended || day.quality === 'red') return 'down';
  return day.dropped > 0 || day.quality === 'yellow' ? 'shaky' : 'well';
}

function lastDays(): string[] {
  const now = serverNow();
  return Array.from({ length: CONNECTION_DAYS }, (_, place) =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - (CONNECTION_DAYS - 1 - place))),
  );
}
