import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { REQUEST_DEBOUNCE_MS } from '../kit/limits.ts';
import { SearchInput } from './search-input.tsx';

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
  const [text, setText] = useState(initial);
  const ask = useDebouncedCallback(onSearch, REQUEST_DEBOUNCE_MS);
  const change = (value: string) => {
    setText(value);
    ask(value.trim());
  };
  return (
    <SearchInput
      label={label}
      value={text}
      onChange={(value) => change(lowerCase ? value.toLowerCase() : value)}
    />
  );
}
