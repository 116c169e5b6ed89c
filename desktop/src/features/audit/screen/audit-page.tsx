import { AUDIT_ENTITIES, type AuditEntity, listAudit, nounKey } from '@balcao/shared/audit-log.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { Group, Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiPages, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './audit.module.css';
import { AuditList } from './audit-list.tsx';

interface Filter {
  searchParam?: string;
  userId?: number;
  entity?: AuditEntity;
  from?: string;
  to?: string;
}

/** The audit log, newest first. */
export function AuditPage() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<Filter>({});
  const pages = useApiPages(listAudit, { ...filter }, (page) => page.entries);
  const set = <K extends keyof Filter>(key: K, value: Filter[K] | null | '') =>
    setFilter(({ [key]: _, ...rest }) => (value ? { ...rest, [key]: value } : rest));

  return (
    <Page title={t('audit:title')} subtitle={t('audit:subtitle')}>
      <FilterBar filter={filter} onChange={set} />
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        empty={{ icon: IconHistory, title: t('common:noResults'), hint: t('audit:emptyHint') }}
      >
        <AuditList entries={pages.rows} />
      </ListView>
    </Page>
  );
}

interface FilterProps {
  filter: Filter;
  onChange: <K extends keyof Filter>(key: K, value: Filter[K] | null | '') => void;
}

function FilterBar({ filter, onChange }: FilterProps) {
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
    </Group>
  );
}
