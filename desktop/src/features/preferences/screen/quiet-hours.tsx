import type { NotificationSettings } from '@balcao/shared/features/preferences/notification-settings.ts';
import { WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { Chip, Group, MaskInput, Switch } from '@mantine/core';
import { OptionRow } from '../../../renderer/components/option-row.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './preferences.module.css';

type Hours = NotificationSettings['quietHours'];

const isTime = (typed: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed);

interface Props {
  hours: Hours;
  onChange: (hours: Hours) => void;
}

/** When nothing may disturb, every week again. */
export function QuietHours({ hours, onChange }: Props) {
  const { t } = useTexts();
  const time = (end: 'from' | 'to') => (
    <MaskInput
      className={classes.time}
      mask="99:99"
      slotChar={null}
      placeholder="00:00"
      showMaskOnFocus={false}
      aria-label={t(`preferences:quietHours.${end}`)}
      defaultValue={hours[end]}
      onChangeRaw={(_digits, typed) => isTime(typed) && onChange({ ...hours, [end]: typed })}
    />
  );
  return (
    <>
      <OptionRow label={t('preferences:quietHours.label')} hint={t('preferences:quietHours.hint')}>
        {(label) => (
          <Switch
            aria-labelledby={label}
            checked={hours.enabled}
            onChange={(event) => onChange({ ...hours, enabled: event.currentTarget.checked })}
          />
        )}
      </OptionRow>
      {hours.enabled ? (
        <>
          <OptionRow
            label={t('preferences:quietHours.times')}
            hint={t(
              hours.from < hours.to ? 'preferences:quietHours.sameDay' : 'preferences:quietHours.nextDay',
            )}
          >
            {() => (
              <Group gap="xs">
                {time('from')}
                <span aria-hidden>–</span>
                {time('to')}
              </Group>
            )}
          </OptionRow>
          <OptionRow label={t('preferences:quietHours.days')} hint={t('preferences:quietHours.daysHint')}>
            {(label) => (
              <Chip.Group
                multiple
                value={hours.days}
                onChange={(days) =>
                  onChange({ ...hours, days: WEEKDAYS.filter((day) => days.includes(day)) })
                }
              >
                <Group gap={6} role="group" aria-labelledby={label}>
                  {WEEKDAYS.map((day) => (
                    <Chip key={day} value={day} size="xs" variant="light">
                      {t(`preferences:weekdays.${day}`)}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            )}
          </OptionRow>
        </>
      ) : null}
    </>
  );
}
