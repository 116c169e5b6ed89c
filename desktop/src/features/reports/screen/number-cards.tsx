import type { Report } from '@balcao/shared/features/reports/calls.ts';
import { NUMBER_NAMES, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import look from '../../../renderer/components/figures.module.css';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Counted } from './counted.tsx';
import classes from './reports.module.css';
import { Spark } from './spark.tsx';
import type { Shown } from './tickets-dialog.tsx';

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
          <Spark name={name} points={points} />
        </li>
      ))}
    </ul>
  );
}
