import type { BusinessHours } from '@balcao/shared/domain/business-hours.ts';
import { Button, Group, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { BusinessHoursTable, isTime } from '../../components/business-hours-table.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './settings.module.css';

interface Props {
  hours: BusinessHours;
  timezone: string;
  saving: boolean;
  onSave: (hours: BusinessHours, timezone: string) => void;
}

const ZONES = Intl.supportedValuesOf('timeZone');

/** The business hours of the company, in its own time. */
export function BusinessHoursForm({ hours, timezone, saving, onSave }: Props) {
  const { t } = useTexts();
  const time = (value: string) => (isTime(value) ? null : t('settings:hours.wrongTime'));
  const form = useForm({
    initialValues: { timezone, hours },
    validate: { hours: { startTime: time, endTime: time } },
  });
  return (
    <form
      className={classes.hours}
      onSubmit={form.onSubmit((values) => onSave(values.hours, values.timezone))}
      noValidate
    >
      <Select
        label={t('settings:hours.timezone')}
        description={t('settings:hours.timezoneHint')}
        data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
        searchable
        allowDeselect={false}
        maw={320}
        {...form.getInputProps('timezone')}
      />
      <BusinessHoursTable
        hours={form.values.hours}
        errors={form.errors}
        onChange={(row, field, value) => form.setFieldValue(`hours.${row}.${field}`, value)}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          {t('common:save')}
        </Button>
      </Group>
    </form>
  );
}
