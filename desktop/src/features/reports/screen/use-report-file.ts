import { csvLine } from '@balcao/shared/features/contacts/csv.ts';
import type { PartReports, Report, ReportFigures } from '@balcao/shared/features/reports/calls.ts';
import { NUMBER_NAMES, NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { useSaveList } from '../../../renderer/kit/use-save-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useReportWords } from './use-report-words.ts';

/** Lets the person keep a report as CSV: minutes and percents as plain numbers, for whoever counts on. */
export function useReportFile(): (report: Report, parts: PartReports | null) => void {
  const save = useSaveList('report');
  const { t, i18n } = useTexts();
  const words = useReportWords();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2, useGrouping: false });
  const write = (name: NumberName, figures: ReportFigures) => {
    const value = NUMBERS[name].of(figures);
    return value === null ? '' : number.format(value);
  };
  const title = (name: NumberName) => {
    const { kind } = NUMBERS[name];
    const unit = kind === 'minutes' ? ' (min)' : kind === 'share' ? ' (%)' : '';
    return `${t(`reports:numbers.${name}`)}${unit}`;
  };
  const all = (figures: ReportFigures) => NUMBER_NAMES.map((name) => write(name, figures));
  const partLines = ({ asked: { part }, rows }: PartReports) => [
    [
      t(`reports:parts.${part}`),
      ...NUMBER_NAMES.map(title),
      ...NUMBER_NAMES.map((name) => t('reports:before', { value: title(name) })),
    ],
    ...rows.map((one) => [words.part(part, one), ...all(one.period), ...all(one.before)]),
  ];
  return ({ period, before, points }, parts) => {
    const lines = [
      [t('reports:figure'), `${period.from} – ${period.to}`, `${before.from} – ${before.to}`],
      ...NUMBER_NAMES.map((name) => [title(name), write(name, period), write(name, before)]),
      [],
      [t('reports:when'), ...NUMBER_NAMES.map(title)],
      ...points.map((point) => [point.day, ...all(point)]),
      ...(parts ? [[], ...partLines(parts)] : []),
    ];
    const file = { name: `${period.from}_${period.to}`, about: `${period.from} – ${period.to}` };
    void save(file, lines.map(csvLine).join(''));
  };
}
