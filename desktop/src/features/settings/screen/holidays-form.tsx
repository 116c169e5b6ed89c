import { NAME } from '@balcao/shared/contract/limits.ts';
import { type Holiday, holidayKey, MAX_HOLIDAYS } from '@balcao/shared/time/holidays.ts';
import { ActionIcon, Button, Checkbox, MaskInput, Select, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './settings.module.css';

/** A holiday being written. @property key tells rows apart while their days change */
export interface HolidayDraft extends Omit<Holiday, 'date'> {
  key: string;
  date: string | null;
}

interface Props {
  holidays: readonly HolidayDraft[];
  /** Errors of the fields `holidays.<row>.<field>` of the form around it. */
  errors: Record<string, ReactNode>;
  onChange: (row: number, change: Partial<HolidayDraft>) => void;
  onAdd: (holiday: HolidayDraft) => void;
  onRemove: (row: number) => void;
}

export const draftOf = (holiday: Holiday): HolidayDraft => ({ ...holiday, key: crypto.randomUUID() });

const CLOSED = { startTime: '00:00', endTime: '00:00' };
const HALF_DAY = { startTime: '08:00', endTime: '12:00' };
const isClosed = ({ startTime, endTime }: HolidayDraft) => startTime !== '' && startTime === endTime;

/** Two holidays of one day would contradict each other. */
export function hasTwin(holidays: readonly HolidayDraft[], row: number): boolean {
  const keys = holidays.map(({ date, yearly }) => date && holidayKey({ date, yearly }));
  return keys[row] !== null && keys.indexOf(keys[row] ?? null) < row;
}

/** Days that the weekly hours do not decide: closed, or with other hours, once or every year. */
export function HolidaysForm({ holidays, errors, onChange, onAdd, onRemove }: Props) {
  const { t } = useTexts();
  const add = () => onAdd({ key: crypto.randomUUID(), name: '', date: null, yearly: true, ...CLOSED });
  return (
    <section aria-label={t('settings:holidays.title')} className={classes.holidays}>
      <div>
        <h3 className={classes.heading}>{t('settings:holidays.title')}</h3>
        <Text size="sm" c="dimmed">
          {t('settings:holidays.hint')}
        </Text>
      </div>
      {holidays.length === 0 ? null : (
        <Table.ScrollContainer minWidth={640}>
          <Table verticalSpacing={6} horizontalSpacing="xs" withRowBorders={false} className={classes.days}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('settings:holidays.date')}</Table.Th>
                <Table.Th>{t('settings:holidays.name')}</Table.Th>
                <Table.Th>{t('settings:holidays.hours')}</Table.Th>
                <Table.Th>{t('settings:holidays.yearly')}</Table.Th>
                <Table.Th aria-label={t('common:delete')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {holidays.map((holiday, row) => (
                <HolidayRow
                  key={holiday.key}
                  holiday={holiday}
                  row={row}
                  errors={errors}
                  onChange={(change) => onChange(row, change)}
                  onRemove={() => onRemove(row)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={holidays.length >= MAX_HOLIDAYS}
          onClick={add}
        >
          {t('settings:holidays.add')}
        </Button>
      </div>
    </section>
  );
}

interface RowProps {
  holiday: HolidayDraft;
  row: number;
  errors: Record<string, ReactNode>;
  onChange: (change: Partial<HolidayDraft>) => void;
  onRemove: () => void;
}

function HolidayRow({ holiday, row, errors, onChange, onRemove }: RowProps) {
  const { t } = useTexts();
  const at = { number: row + 1 };
  const closed = isClosed(holiday);
  /** The mask writes into the field by itself, so the form only listens to it. */
  const time = (name: 'startTime' | 'endTime') => (
    <MaskInput
      className={classes.time}
      mask="99:99"
      slotChar={null}
      placeholder="00:00"
      showMaskOnFocus={false}
      aria-label={t(`settings:holidays.${name}Of`, at)}
      defaultValue={holiday[name]}
      onChangeRaw={(_digits, value) => onChange({ [name]: value })}
      error={errors[`holidays.${row}.${name}`]}
    />
  );
  return (
    <Table.Tr>
      <Table.Td>
        <DayInput
          className={classes.date}
          aria-label={t('settings:holidays.dateOf', at)}
          value={holiday.date}
          onChange={(date) => onChange({ date })}
          error={errors[`holidays.${row}.date`]}
          clearable={false}
        />
      </Table.Td>
      <Table.Td className={classes.name}>
        <TextInput
          aria-label={t('settings:holidays.nameOf', at)}
          value={holiday.name}
          maxLength={NAME.max}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          error={errors[`holidays.${row}.name`]}
        />
      </Table.Td>
      <Table.Td>
        <div className={classes.times}>
          <Select
            className={classes.kind}
            aria-label={t('settings:holidays.hoursOf', at)}
            data={[
              { value: 'closed', label: t('settings:hours.closed') },
              { value: 'other', label: t('settings:holidays.other') },
            ]}
            value={closed ? 'closed' : 'other'}
            allowDeselect={false}
            onChange={(value) => onChange(value === 'closed' ? CLOSED : HALF_DAY)}
          />
          {closed ? null : time('startTime')}
          {closed ? null : time('endTime')}
        </div>
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={t('settings:holidays.yearlyOf', at)}
          checked={holiday.yearly}
          onChange={({ currentTarget }) => onChange({ yearly: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('settings:holidays.removeOf', { ...at, name: holiday.name })}
          onClick={onRemove}
        >
          <IconTrash size={17} stroke={1.7} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
