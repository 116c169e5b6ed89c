import type { Report } from '@balcao/shared/features/reports/calls.ts';
import { NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import classes from './reports.module.css';

/** As many of the newest days, weeks or months are drawn. */
const MOST = 14;
const WIDTH = 100;
const HEIGHT = 24;

/** How a number went lately, beside it; the plots below say it in full. */
export function Spark({ name, points }: { name: NumberName; points: Report['points'] }) {
  const values = points.slice(-MOST).map((point) => NUMBERS[name].of(point));
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const line = values
    .flatMap((value, place) => {
      if (value === null) return [];
      const x = (WIDTH * place) / (values.length - 1);
      const y = span === 0 ? HEIGHT / 2 : HEIGHT - (HEIGHT * (value - low)) / span;
      return [`${x.toFixed(1)},${y.toFixed(1)}`];
    })
    .join(' ');
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={line} />
    </svg>
  );
}
