import type { Report } from '@balcao/shared/features/reports/calls.ts';
import { NUMBER_NAMES, NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import look from '../../../renderer/components/figures.module.css';
import { Spark } from '../../../renderer/components/spark.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Counted } from './counted.tsx';
import classes from './reports.module.css';
import type { Shown } from './tickets-dialog.tsx';

/** As many of the newest days, weeks or months are drawn. */
const MOST = 14;

interface Props {
  report: Report;
  onShow: (shown: Shown) => void;
}

/** All numbers of the period, each with its difference to the period before and how it went lately. */
export function NumberCards({ report: { period, before, points }, onShow }: Props) {
  const { t } = useTexts();
  return (
    <ul className={classes.cards}>
      {NUMBER_NAMES.map((name: NumberName) => (
        <li key={name} className={look.card}>
          <span className={look.label}>{t(`reports:numbers.${name}`)}</span>
          <span className={`${look.value} ${classes.number}`}>
            <Counted name={name} period={period} before={before} onShow={onShow} />
          </span>
          <Spark values={points.slice(-MOST).map(NUMBERS[name].of)} />
        </li>
      ))}
    </ul>
  );
}
