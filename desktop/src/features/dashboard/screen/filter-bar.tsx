import { DASHBOARD_PERIODS } from '@balcao/shared/features/dashboard/figures.ts';
import { Button, SegmentedControl, Select, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';
import { isSet, type RangeFilter, useRangeFilter } from './filter-store.ts';

/** Which days are shown: between dates, or the last ones. */
export function FilterBar() {
  const { t } = useTexts();
  const { filter, set } = useRangeFilter();
  const [draft, setDraft] = useState<RangeFilter>(filter);
  const [isMissing, setMissing] = useState(false);
  const change = (part: Partial<RangeFilter>) => {
    setDraft({ ...draft, ...part });
    setMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSet(draft)) set(draft);
    else setMissing(true);
  };
  return (
    <form className={classes.filter} aria-label={t('dashboard:filter.label')} onSubmit={submit} noValidate>
      <SegmentedControl
        aria-label={t('dashboard:filter.label')}
        data={(['dates', 'period'] as const).map((value) => ({
          value,
          label: t(`dashboard:filter.${value}`),
        }))}
        value={draft.by}
        onChange={(by) => change({ by: by as RangeFilter['by'] })}
      />
      {draft.by === 'period' ? (
        <Select
          aria-label={t('dashboard:filter.period')}
          placeholder={t('dashboard:filter.choose')}
          className={classes.filterField}
          data={DASHBOARD_PERIODS.map((days) => ({
            value: String(days),
            label: t('dashboard:filter.lastDays', { count: days }),
          }))}
          value={draft.days === null ? null : String(draft.days)}
          onChange={(days) => change({ days: days === null ? null : Number(days) })}
        />
      ) : (
        <>
          <DayInput
            aria-label={t('dashboard:filter.from')}
            placeholder={t('dashboard:filter.from')}
            className={classes.filterField}
            value={draft.from}
            onChange={(from) => change({ from })}
          />
          <DayInput
            aria-label={t('dashboard:filter.to')}
            placeholder={t('dashboard:filter.to')}
            className={classes.filterField}
            value={draft.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
      <Button type="submit" variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
        {t('dashboard:filter.apply')}
      </Button>
      {isMissing ? (
        <Text role="alert" size="sm" c="var(--danger)" className={classes.filterError}>
          {t('dashboard:errors.ERR_DASHBOARD_FILTER')}
        </Text>
      ) : null}
    </form>
  );
}
