import type { BusinessHours } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import { openingAt } from '@balcao/shared/time/opening.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './opening-line.module.css';

interface Props {
  schedules: BusinessHours;
  holidays: readonly Holiday[];
  timezone: string;
}

const LOOK_MS = 20_000;

/** Whether these hours are open now, until when, and which holiday says so: also of hours that are not saved yet. */
export function OpeningLine(calendar: Props) {
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
    <Text size="sm" className={classes.line} data-open={isOpen} role="status">
      {when
        ? t(isOpen ? 'settings:hours.now.openUntil' : 'settings:hours.now.opensAt', { when })
        : t(`settings:hours.now.${state}`)}
      {holiday ? ` · ${holiday}` : ''}
    </Text>
  );
}
