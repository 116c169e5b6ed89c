import { type BusinessHours, businessHours } from '@balcao/shared/time/business-hours.ts';
import { Alert, MaskInput, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './business-hours-table.module.css';

interface Props {
  hours: BusinessHours;
  /** Errors of the fields `hours.<row>.startTime` and `.endTime` of the form around it. */
  errors: Record<string, ReactNode>;
  onChange: (row: number, field: 'startTime' | 'endTime', time: string) => void;
}

const TIME = businessHours.element.shape.startTime;

/** Props for the form around the table. */
export const isTime = (value: string): boolean => TIME.safeParse(value).success;

/** Seven rows, one for each weekday, with an explanation. */
export function BusinessHoursTable({ hours, errors, onChange }: Props) {
  const { t } = useTexts();
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
      onChangeRaw={(_digits, time) => onChange(index, name, time)}
      error={errors[`hours.${index}.${name}`]}
    />
  );
  return (
    <>
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
          {hours.map((row, index) => {
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
    </>
  );
}

/** An empty start or end: open all day. Start equal to end: closed. An end before the start: over midnight. */
function meaningOf(start: string, end: string): 'allDay' | 'closed' | 'overnight' | 'open' {
  if (!start || !end) return 'allDay';
  if (start === end) return 'closed';
  return end < start ? 'overnight' : 'open';
}
