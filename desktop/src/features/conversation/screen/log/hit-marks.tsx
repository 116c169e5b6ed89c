import type { Virtualizer } from '@tanstack/react-virtual';
import classes from './message-log.module.css';

/** More would be one stripe. */
const MOST = 200;

interface Props {
  /** The positions of the rows that are hits. */
  indexes: readonly number[];
  list: Pick<Virtualizer<HTMLDivElement, Element>, 'measurementsCache' | 'getTotalSize'>;
}

/** Where in what is held the hits are, along the scroll bar; the search itself leads to them. */
export function HitMarks({ indexes, list }: Props) {
  const total = list.getTotalSize();
  return (
    <div className={classes.marks} data-testid="hit-marks" aria-hidden>
      {indexes.slice(-MOST).map((index) => {
        const row = list.measurementsCache[index];
        return row ? <span key={row.key} style={{ top: `${(100 * row.start) / total}%` }} /> : null;
      })}
    </div>
  );
}
