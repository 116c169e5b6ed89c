import type { ReportFigures } from '@balcao/shared/features/reports/calls.ts';
import { countOf, hasWork, NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { Anchor } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

interface Props {
  name: NumberName;
  period: ReportFigures;
  /** Absent: there is nothing to compare it with. */
  before: ReportFigures | undefined;
  /** What it is of, for those who hear it alone. */
  of?: string;
  onShow: (shown: { of: NumberName; count: number }) => void;
}

/** A number that leads to what it counts, and its difference to the period before. */
export function Counted({ name, period, before, of, onShow }: Props) {
  const { t } = useTexts();
  const words = useReportWords();
  const value = words.number(name, period);
  const count = countOf(NUMBERS[name].measure, period);
  const label = [of, t(`reports:numbers.${name}`), value].filter(Boolean).join(', ');
  return (
    <>
      {count > 0 ? (
        <Anchor
          component="button"
          type="button"
          inherit
          c="inherit"
          aria-label={label}
          title={t('reports:seeTickets')}
          onClick={() => onShow({ of: name, count })}
        >
          {value}
        </Anchor>
      ) : (
        value
      )}
      {before && hasWork(before) ? <Difference name={name} period={period} before={before} /> : null}
    </>
  );
}

/** How a number differs from the one before. */
function Difference({ name, period, before }: Pick<Props, 'name' | 'period'> & { before: ReportFigures }) {
  const { t } = useTexts();
  const words = useReportWords();
  const difference = words.difference(name, period, before);
  if (!difference) return null;
  return (
    <span className={classes.difference} title={t('reports:before', { value: words.number(name, before) })}>
      {difference}
    </span>
  );
}
