import { listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_SEARCH_MIN } from '@balcao/shared/features/contacts/limits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useApiQuery } from '../kit/api-query.ts';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../kit/limits.ts';
import { useTexts } from '../kit/use-texts.ts';

export interface Customer {
  id: number;
  name: string;
  number?: string;
}

interface Props {
  value: Customer | null;
  onChange: (contact: Customer | null) => void;
  error?: ReactNode;
}

const MAX_SHOWN = 20;

/** Chooses a contact of this computer's cache, which needs no network, or of all contacts that one sees. */
export function ContactSelect({ value, onChange, error }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), REQUEST_DEBOUNCE_MS);
  // The chosen contact's name in the field is no search.
  const isQuestion = asked !== '' && asked !== (value && labelOf(value));
  const cached = useBridgeQuery(
    'contacts.search',
    { text: asked, limit: MAX_SHOWN },
    { enabled: isQuestion },
  );
  const enough = isQuestion && asked.length >= CONTACT_SEARCH_MIN;
  const found = useApiQuery(listContacts, { query: { searchParam: asked } }, { enabled: enough });
  const people: Customer[] = [
    ...(value ? [value] : []),
    ...(isQuestion ? (cached.data ?? []) : []),
    ...(enough ? (found.data?.contacts ?? []) : []),
  ];
  const known = new Map(people.map((person) => [String(person.id), person]));
  const isSearching = cached.isFetching || (enough && found.isFetching);
  return (
    <Select
      label={t('schedules:contact')}
      placeholder={t('schedules:contactPlaceholder')}
      data={[...known].map(([id, person]) => ({ value: id, label: labelOf(person) }))}
      // Already searched, by words that need not be in the label.
      filter={({ options }) => options}
      // By default it would repeat the field's value, over its error.
      nothingFoundMessage={isSearching ? t('common:loading') : isQuestion ? t('common:noResults') : undefined}
      value={value ? String(value.id) : null}
      onChange={(id) => onChange(id === null ? null : (known.get(id) ?? null))}
      onSearchChange={setSearch}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      error={error}
      data-autofocus={value ? undefined : true}
    />
  );
}

const labelOf = ({ name, number }: Customer) => (number ? `${name} · ${formatPhone(number)}` : name);
