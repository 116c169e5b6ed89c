import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTexts } from '../kit/use-texts.ts';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A field for searching, which a button empties. */
export function SearchInput({ label, value, onChange, ...keys }: Props) {
  const { t } = useTexts();
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value ? <CloseButton size="sm" aria-label={t('common:clear')} onClick={() => onChange('')} /> : null
      }
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...keys}
    />
  );
}
