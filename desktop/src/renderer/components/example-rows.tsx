import { useTexts } from '../kit/use-texts.ts';
import classes from './example-rows.module.css';

/**
 * What a page will look like, pale, before anything is there. Nobody acts on it, and it is not read out.
 *
 * @param rows one on each line, its cells parted by `|`
 */
export function ExampleRows({ rows }: { rows: string }) {
  const { t } = useTexts();
  return (
    <div className={classes.root} aria-hidden>
      <span className={classes.mark}>{t('common:example')}</span>
      {rows.split('\n').map((row) => (
        <div key={row} className={classes.row}>
          <span className={classes.shape} />
          {row.split('|').map((cell) => (
            <span key={cell} className={classes.cell}>
              {cell.trim()}
            </span>
          ))}
          <span className={classes.bar} />
        </div>
      ))}
    </div>
  );
}
