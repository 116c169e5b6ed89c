import { MultiSelect, Select } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './parts.module.css';
import { type Choice, useWithGone } from './use-choices.ts';

interface Field {
  label: string;
  choices: readonly Choice[];
}

export function IdField({
  label,
  choices,
  value,
  onChange,
}: Field & { value: number; onChange: (id: number) => void }) {
  const { t } = useTexts();
  const data = useWithGone(choices, [value]);
  return (
    <Select
      className={classes.value}
      aria-label={label}
      placeholder={t('automations:noneChosen.other')}
      data={data}
      value={value === 0 ? null : String(value)}
      onChange={(id) => onChange(Number(id ?? 0))}
      searchable
    />
  );
}

/** @param none what it means that nothing is chosen */
export function IdsField({
  label,
  choices,
  value,
  onChange,
  none,
}: Field & { value: readonly number[]; onChange: (ids: number[]) => void; none?: string }) {
  const { t } = useTexts();
  const data = useWithGone(choices, value);
  return (
    <MultiSelect
      className={classes.value}
      aria-label={label}
      placeholder={value.length === 0 ? (none ?? t('automations:noneChosen.other')) : ''}
      data={data}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
    />
  );
}
