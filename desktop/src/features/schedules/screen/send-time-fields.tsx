import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { MomentFields } from '../../../renderer/components/moment-fields.tsx';
import { instantOf, QUICK_TIMES, type SendTime } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './schedules.module.css';

interface Props {
  value: SendTime;
  onChange: (value: SendTime) => void;
  error?: ReactNode;
}

const QUICK_NAMES = Object.keys(QUICK_TIMES) as (keyof typeof QUICK_TIMES)[];

/** When it goes out: day and time, and the moments that people mean most often. */
export function SendTimeFields({ value, onChange, error }: Props) {
  const { t } = useTexts();
  const instant = instantOf(value);
  const isPast = instant !== null && Date.parse(instant) <= serverNow().getTime();
  return (
    <div className={classes.times}>
      <MomentFields value={value} onChange={onChange} error={error} />
      <Group gap={6} className={classes.quick} role="group" aria-label={t('schedules:quick')}>
        {QUICK_NAMES.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            fw={500}
            onClick={() => onChange(QUICK_TIMES[name](serverNow()))}
          >
            {t(`schedules:${name}`)}
          </Button>
        ))}
      </Group>
      {isPast ? (
        <p className={classes.hint} role="status">
          {t('schedules:past')}
        </p>
      ) : null}
    </div>
  );
}
