import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { DATA_KINDS } from '@balcao/shared/features/data-subjects/kinds.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './data-subjects.module.css';

/** How much there is of each kind; what there is none of steps back. */
export function Counts({ counts }: Pick<DataFile, 'counts'>) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <dl className={classes.counts}>
      {DATA_KINDS.map((kind) => (
        <div key={kind} className={classes.count} data-none={counts[kind] === 0 || undefined}>
          <dt>{t(`dataSubjects:kinds.${kind}`)}</dt>
          <dd>{format.number(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}
