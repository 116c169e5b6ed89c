import type { DeadlineTickets } from '@balcao/shared/features/deadlines/policy.ts';
import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  tickets: DeadlineTickets;
  error: ReactNode;
  onChange: (tickets: DeadlineTickets) => void;
}

const NOBODY = { field: '', value: '' };

/** Which tickets a policy is for. */
export function TicketsFields({ tickets, error, onChange }: Props) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const { data: tags = [] } = useRows('tag');
  const { data: connections = [] } = useRows('connection');
  const contact = tickets.contact ?? NOBODY;
  const setContact = (change: Partial<typeof NOBODY>) => {
    const next = { ...contact, ...change };
    onChange({ ...tickets, contact: next.field === '' && next.value === '' ? null : next });
  };
  const ids = (
    part: 'queueIds' | 'tagIds' | 'connectionIds',
    rows: readonly { id: number; name: string }[],
    label: string,
    none: string,
  ) => (
    <MultiSelect
      label={label}
      placeholder={tickets[part].length === 0 ? none : ''}
      data={withGone(rows, tickets[part], t('deadlines:gone'))}
      value={tickets[part].map(String)}
      onChange={(chosen) => onChange({ ...tickets, [part]: chosen.map(Number) })}
      searchable
    />
  );
  return (
    <>
      {ids('queueIds', queues, t('deadlines:queues'), t('deadlines:anyQueue'))}
      {ids('tagIds', tags, t('deadlines:tags'), t('deadlines:anyTag'))}
      {connections.length > 1 || tickets.connectionIds.length > 0
        ? ids('connectionIds', connections, t('deadlines:connections'), t('deadlines:anyConnection'))
        : null}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('deadlines:contactField')}
          placeholder={t('deadlines:contactFieldHint')}
          value={contact.field}
          error={error}
          onChange={(event) => setContact({ field: event.currentTarget.value })}
        />
        <TextInput
          label={t('deadlines:contactValue')}
          placeholder={t('deadlines:contactValueHint')}
          value={contact.value}
          onChange={(event) => setContact({ value: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}

/** With what a policy names and nobody has any more, so that it is seen. */
function withGone(rows: readonly { id: number; name: string }[], ids: readonly number[], gone: string) {
  const known = rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const missing = ids.filter((id) => rows.every((row) => row.id !== id));
  return [...known, ...missing.map((id) => ({ value: String(id), label: gone }))];
}
