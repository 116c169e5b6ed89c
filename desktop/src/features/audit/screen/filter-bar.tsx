import { AUDIT_ENTITIES, type AuditEntity, nounKey } from '@balcao/shared/audit-log.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { Group, Select, Switch } from '@mantine/core';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './audit.module.css';

export interface AuditFilter {
  searchParam?: string;
  userId?: number;
  entity?: AuditEntity;
  onlyReading?: true;
  from?: string;
  to?: string;
}

interface Props {
  filter: AuditFilter;
  onChange: <K extends keyof AuditFilter>(key: K, value: AuditFilter[K] | null | '') => void;
}

export function FilterBar({ filter, onChange }: Props) {
  const { t } = useTexts();
  const people = useApiQuery(listUsers, { query: { pageNumber: 'all' } });
  return (
    <Group gap="xs" align="flex-end" className={classes.filters}>
      <SearchField label={t('audit:search')} onSearch={(text) => onChange('searchParam', text)} />
      <Select
        aria-label={t('audit:person')}
        placeholder={t('audit:person')}
        data={(people.data?.users ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filter.userId ? String(filter.userId) : null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        onChange={(id) => onChange('userId', id ? Number(id) : null)}
      />
      <Select
        aria-label={t('audit:object')}
        placeholder={t('audit:object')}
        data={AUDIT_ENTITIES.map((value) => ({ value, label: t(nounKey(value)) }))}
        value={filter.entity ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        onChange={(entity) => onChange('entity', entity)}
      />
      <DayInput
        aria-label={t('audit:from')}
        placeholder={t('audit:from')}
        className={classes.day}
        value={filter.from ?? null}
        onChange={(day) => onChange('from', day)}
      />
      <DayInput
        aria-label={t('audit:to')}
        placeholder={t('audit:to')}
        className={classes.day}
        value={filter.to ?? null}
        onChange={(day) => onChange('to', day)}
      />
      <Switch
        className={classes.only}
        label={t('audit:onlyReading')}
        checked={filter.onlyReading ?? false}
        onChange={({ currentTarget }) => onChange('onlyReading', currentTarget.checked || null)}
      />
    </Group>
  );
}
