import { type BusinessHours, businessHours } from '@balcao/shared/domain/business-hours.ts';
import { Alert, Button, Group, MaskInput, Select, Table, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTexts } from '../../app/use-texts.ts';
import classes from './settings.module.css';

interface Props {
  hours: BusinessHours;
  timezone: string;
  saving: boolean;
  onSave: (hours: BusinessHours, timezone: string) => void;
}

const TIME = businessHours.element.shape.startTime;
const ZONES = Intl.supportedValuesOf('timeZone');

/** Seven rows, one for each weekday, in the company's time (specification document 2, section 2). */
export function BusinessHoursForm({ hours, timezone, saving, onSave }: Props) {
  const { t } = useTexts();
  const time = (value: string) => (TIME.safeParse(value).success ? null : t('settings:hours.wrongTime'));
  const form = useForm({
    initialValues: { timezone, hours },
    validate: { hours: { startTime: time, endTime: time } },
  });
  /** The mask writes into the field by itself, so the form only listens to it. */
  const field = (index: number, name: 'startTime' | 'endTime', day: string) => (
    <MaskInput
      className={classes.time}
      mask="99:99"
      slotChar={null}
      placeholder="00:00"
      showMaskOnFocus={false}
      aria-label={t(`settings:hours.${name}Of`, { day })}
      defaultValue={hours[index]?.[name] ?? ''}
      onChangeRaw={(_digits, time) => form.setFieldValue(`hours.${index}.${name}`, time)}
      error={form.errors[`hours.${index}.${name}`]}
    />
  );

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
      <Table verticalSpacing="xs" horizontalSpacing="xs" withRowBorders={false} w="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settings:hours.weekday')}</Table.Th>
            <Table.Th>{t('settings:hours.startTime')}</Table.Th>
            <Table.Th>{t('settings:hours.endTime')}</Table.Th>
            <Table.Th aria-label={t('settings:hours.meaning')} visibleFrom="sm" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {form.values.hours.map((row, index) => {
            const day = t(`settings:hours.days.${row.weekdayEn}`);
            return (
              <Table.Tr key={row.weekdayEn}>
                <Table.Td className={classes.day}>{day}</Table.Td>
                <Table.Td>{field(index, 'startTime', day)}</Table.Td>
                <Table.Td>{field(index, 'endTime', day)}</Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text size="sm" c="dimmed">
                    {t(`settings:hours.${meaningOf(row.startTime, row.endTime)}`)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
        {t('settings:hours.rules')}
      </Alert>
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          {t('common:save')}
        </Button>
      </Group>
    </form>
  );
}

/** Behaviours, section 5. */
function meaningOf(start: string, end: string): 'allDay' | 'closed' | 'overnight' | 'open' {
  if (!start || !end) return 'allDay';
  if (start === end) return 'closed';
  return end < start ? 'overnight' : 'open';
}
