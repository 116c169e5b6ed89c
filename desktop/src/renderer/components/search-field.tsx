import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { REQUEST_DEBOUNCE_MS } from '../kit/limits.ts';
import { useTexts } from '../kit/use-texts.ts';

interface Props {
  label: string;
  /** What is typed becomes lower case. */
  lowerCase?: boolean;
  /** What was searched for when the page was left. */
  initial?: string;
  /** Receives the search, half a second after the last key. */
  onSearch: (text: string) => void;
}

export function SearchField({ label, lowerCase, initial = '', onSearch }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState(initial);
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
        text ? <CloseButton size="sm" aria-label={t('common:clear')} onClick={() => change('')} /> : null
      }
      value={text}
      onChange={({ currentTarget: { value } }) => change(lowerCase ? value.toLowerCase() : value)}
    />
  );
}
