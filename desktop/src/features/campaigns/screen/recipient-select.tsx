import {
  type ContactListItemView,
  listContactListItems,
} from '@balcao/shared/features/contact-lists/items.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  contactListId: number;
  /** The entry of the list; null: its first one. */
  value: number | null;
  onChange: (id: number | null) => void;
}

/** One of a list, searched by name or number. */
export function RecipientSelect({ contactListId, value, onChange }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ContactListItemView | null>(null);
  const [asked] = useDebouncedValue(search.trim(), REQUEST_DEBOUNCE_MS);
  // The chosen one's name in the field is no search.
  const searchParam = chosen && asked === labelOf(chosen) ? '' : asked;
  const { data } = useApiQuery(listContactListItems, { query: { contactListId, searchParam } });
  const people = new Map(
    [...(chosen ? [chosen] : []), ...(data?.contacts ?? [])].map((one) => [one.id, one]),
  );
  return (
    <Select
      label={t('campaigns:trial.recipient')}
      placeholder={t('campaigns:trial.firstOne')}
      data={[...people.values()].map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      // Already searched, by words that need not be in the label.
      filter={({ options }) => options}
      nothingFoundMessage={t('common:noResults')}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        setChosen(people.get(Number(id)) ?? null);
        onChange(id === null ? null : Number(id));
      }}
      onSearchChange={setSearch}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}

const labelOf = ({ name, number }: ContactListItemView) => `${name} · ${formatPhone(number)}`;
