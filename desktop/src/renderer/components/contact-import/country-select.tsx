import { COUNTRIES, type Country, callingCodeOf } from '@balcao/shared/phone/countries.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useFormat } from '../../kit/format.ts';

interface Props {
  label: string;
  description: string;
  value: Country;
  onChange: (country: Country) => void;
}

/** Typing Mexico finds México. */
const byName: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ label }) => fold(label).includes(fold(search.trim())));

/** Countries by their names, with their calling codes: both may be typed. */
export function CountrySelect({ value, onChange, ...texts }: Props) {
  const format = useFormat();
  const data = useMemo(
    () =>
      COUNTRIES.map((code) => ({
        value: code,
        label: `${format.country(code)} (+${callingCodeOf(code)})`,
      })).toSorted((a, b) => a.label.localeCompare(b.label)),
    [format],
  );
  return (
    <Select
      {...texts}
      data={data}
      searchable
      filter={byName}
      allowDeselect={false}
      maw={420}
      value={value}
      onChange={(chosen) => onChange(chosen as Country)}
    />
  );
}
