import { TimePicker } from '@mantine/dates';
import type { ReactNode } from 'react';
import type { SendTime } from '../kit/send-time.ts';
import { useTexts } from '../kit/use-texts.ts';
import { DayInput } from './day-input.tsx';

interface Props {
  value: SendTime;
  onChange: (value: SendTime) => void;
  error?: ReactNode;
  readOnly?: boolean;
}

/** A moment to come, as its day and its time. */
export function MomentFields({ value, onChange, error, readOnly = false }: Props) {
  const { t } = useTexts();
  return (
    <>
      <DayInput
        label={t('schedules:day')}
        readOnly={readOnly}
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        error={value.day === null ? error : null}
      />
      <TimePicker
        label={t('schedules:time')}
        hoursInputLabel={t('schedules:hours')}
        minutesInputLabel={t('schedules:minutes')}
        readOnly={readOnly}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
        error={value.time === '' ? error : null}
      />
    </>
  );
}
