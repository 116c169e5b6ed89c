import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './day-separator.module.css';

/** Names the day of the messages that follow. */
export function DaySeparator({ instant }: { instant: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const day = format.day(instant, { today: t('common:today'), yesterday: t('common:yesterday') });
  return (
    <div className={classes.root}>
      <span>{day}</span>
    </div>
  );
}
