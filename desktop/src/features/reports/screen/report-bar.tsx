import { MAX_RANGE_DAYS } from '@balcao/shared/features/dashboard/figures.ts';
import { GRAINS } from '@balcao/shared/features/reports/measures.ts';
import { SegmentedControl, Select, Text } from '@mantine/core';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { PartFields } from './part-fields.tsx';
import { daysOf, grainFor, isRange, PERIODS, useReportView } from './report-view.ts';
import classes from './reports.module.css';

/** Which days a report shows, in which steps, and to what it is narrowed. */
export function ReportBar() {
  const { t } = useTexts();
  const { view, change } = useReportView();
  const setDays = (days: { from: string; to: string }) => change({ ...days, grain: grainFor(days) });
  return (
    <div className={classes.bar}>
      <Select
        label={t('reports:period')}
        className={classes.field}
        data={PERIODS.map((value) => ({ value, label: t(`reports:periods.${value}`) }))}
        value={view.period}
        allowDeselect={false}
        onChange={(value) => {
          const period = PERIODS.find((one) => one === value) ?? 'month';
          change({ period });
          if (period !== 'own') setDays(daysOf(period));
        }}
      />
      {view.period === 'own'
        ? (['from', 'to'] as const).map((end) => (
            <DayInput
              key={end}
              label={t(`reports:${end}`)}
              className={classes.field}
              clearable={false}
              value={view[end]}
              onChange={(day) => {
                if (day) setDays({ from: view.from, to: view.to, [end]: day });
              }}
            />
          ))
        : null}
      <PartFields />
      <SegmentedControl
        aria-label={t('reports:grain')}
        className={classes.grain}
        data={GRAINS.map((value) => ({ value, label: t(`reports:grains.${value}`) }))}
        value={view.grain}
        onChange={(grain) => change({ grain })}
      />
      {isRange(view) ? null : (
        <Text role="alert" size="sm" c="var(--danger)" className={classes.wide}>
          {t('reports:badRange', { days: MAX_RANGE_DAYS })}
        </Text>
      )}
    </div>
  );
}
