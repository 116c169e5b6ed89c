import { NAME } from '@balcao/shared/contract/limits.ts';
import type { BusinessHours } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'wouter';
import { BusinessHoursTable, isTime } from '../../../renderer/components/business-hours-table.tsx';
import { OpeningLine } from '../../../renderer/components/opening-line/opening-line.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { draftOf, type HolidayDraft, HolidaysForm, hasTwin } from './holidays-form.tsx';
import classes from './settings.module.css';

interface Calendar {
  schedules: BusinessHours;
  holidays: Holiday[];
  timezone: string;
}

interface Props {
  calendar: Calendar;
  /** Each queue has its own: only holidays and the time zone are the company's. */
  ofQueues: boolean;
  saving: boolean;
  onSave: (calendar: Calendar) => void;
}

const ZONES = Intl.supportedValuesOf('timeZone');

/** The business hours and holidays of the company, in its own time. */
export function BusinessHoursForm({ calendar, ofQueues, saving, onSave }: Props) {
  const { t } = useTexts();
  const time = (value: string) => (isTime(value) ? null : t('settings:hours.wrongTime'));
  const { timezone } = calendar;
  const form = useForm({
    initialValues: {
      timezone,
      hours: calendar.schedules,
      holidays: calendar.holidays.toSorted(byDay).map(draftOf),
    },
    validate: {
      hours: { startTime: time, endTime: time },
      holidays: {
        name: (name) => (name.trim().length < NAME.min ? t('settings:holidays.noName') : null),
        date: (date, { holidays }, path) => {
          if (date === null) return t('settings:holidays.noDate');
          return hasTwin(holidays, Number(path.split('.')[1])) ? t('settings:holidays.twice') : null;
        },
        startTime: time,
        endTime: time,
      },
    },
  });
  const { hours, holidays } = form.values;
  const save = form.onSubmit((values) =>
    onSave({ timezone: values.timezone, schedules: values.hours, holidays: written(values.holidays) }),
  );
  return (
    <form className={classes.hours} onSubmit={save} noValidate>
      <Select
        label={t('settings:hours.timezone')}
        description={t('settings:hours.timezoneHint')}
        data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
        searchable
        allowDeselect={false}
        maw={320}
        {...form.getInputProps('timezone')}
      />
      {ofQueues ? (
        <Text size="sm" c="dimmed">
          {t('settings:hours.ofQueues')}{' '}
          <Anchor component={Link} href="/queues" inherit>
            {t('settings:hours.toQueues')}
          </Anchor>
        </Text>
      ) : (
        <>
          <OpeningLine
            schedules={hours}
            holidays={written(holidays).filter(
              ({ startTime, endTime }) => isTime(startTime) && isTime(endTime),
            )}
            timezone={form.values.timezone}
          />
          <BusinessHoursTable
            hours={hours}
            errors={form.errors}
            onChange={(row, field, value) => form.setFieldValue(`hours.${row}.${field}`, value)}
          />
        </>
      )}
      <HolidaysForm
        holidays={holidays}
        errors={form.errors}
        onChange={(row, change) =>
          form.setFieldValue(`holidays.${row}`, { ...(holidays[row] as HolidayDraft), ...change })
        }
        onAdd={(holiday) => form.insertListItem('holidays', holiday)}
        onRemove={(row) => form.removeListItem('holidays', row)}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          {t('common:save')}
        </Button>
      </Group>
    </form>
  );
}

const byDay = (a: Holiday, b: Holiday): number => (a.date.slice(5) < b.date.slice(5) ? -1 : 1);

/** Those that have a day. */
const written = (drafts: readonly HolidayDraft[]): Holiday[] =>
  drafts.flatMap(({ key: _, date, ...holiday }) => (date === null ? [] : { ...holiday, date }));
