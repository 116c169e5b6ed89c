import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  /** Null: those about which something was said last. */
  value: number | null;
  onChange: (ticketId: number | null) => void;
}

/** The one conversation that a trial looks at, found by its customer. */
export function TrialTicket({ value, onChange }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), REQUEST_DEBOUNCE_MS);
  const { data, isFetching } = useApiQuery(listTickets, {
    query: { showAll: true, ...(asked ? { searchParam: asked } : {}) },
  });
  const choices = (data?.tickets ?? []).map(({ id, contact }) => ({
    value: String(id),
    label: `${contact.name} #${id}`,
  }));
  return (
    <Select
      label={t('automations:trial.ticket')}
      placeholder={t('automations:trial.newest')}
      data={choices}
      // The server has searched, by words that need not be in the label.
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common:loading' : 'common:noResults')}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      onSearchChange={setSearch}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}
