import type { BusinessHours } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import { openingAt } from '@balcao/shared/time/opening.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormat } from '../../kit/format.ts';
import { serverNow } from '../../kit/server-now.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './opening-line.module.css';

interface Props {
  schedules: BusinessHours;
  holidays: readonly Holiday[];
  timezone: string;
  size?: 'xs' | 'sm';
}

const LOOK_MS = 20_000;

/** Whether these hours are open now, until when, and which holiday says so: also of hours that are not saved yet. */
export function OpeningLine({ size = 'sm', ...calendar }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const { isOpen, holiday, opensAt, closesAt } = openingAt(calendar, now);
  const change = closesAt ?? opensAt;
  const when = change && format.weekMoment(change.toISOString(), calendar.timezone);
  const state = isOpen ? 'open' : 'closed';
  return (
    <Text size={size} className={classes.line} data-open={isOpen} role="status">
      {when
        ? t(isOpen ? 'common:opening.openUntil' : 'common:opening.opensAt', { when })
        : t(`common:opening.${state}`)}
      {holiday ? ` · ${holiday}` : ''}
    </Text>
  );
}
