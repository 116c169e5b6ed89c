import { REQUEST_DEBOUNCE_MS } from '@balcao/shared/constants.ts';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface Props {
  label: string;
  clearLabel: string;
  /** Hears what is asked for, half a second after the last key (specification document 1, section 9). */
  onSearch: (text: string) => void;
}

export function SearchField({ label, clearLabel, onSearch }: Props) {
  const [text, setText] = useState('');
  const ask = useDebouncedCallback(onSearch, REQUEST_DEBOUNCE_MS);
  const change = (value: string) => {
    setText(value);
    ask(value.trim());
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label={clearLabel} onClick={() => change('')} /> : null
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
