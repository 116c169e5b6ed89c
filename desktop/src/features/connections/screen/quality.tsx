import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { IconCircleFilled } from '@tabler/icons-react';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './connections.module.css';

/** What Meta thinks of a number, and to how many customers it may write first in a day. */
export function ConnectionQuality({
  connection: { quality, dailyCustomers },
}: {
  connection: ConnectionRow;
}) {
  const { t } = useTexts();
  const format = useFormat();
  if (quality === null) return null;
  return (
    <div className={classes.quality} data-quality={quality} data-testid="quality">
      <IconCircleFilled size={10} aria-hidden />
      <span className={classes.word}>{t(`connections:quality.${quality}`)}</span>
      {dailyCustomers === null ? null : (
        <span className={classes.limit}>
          {t('connections:quality.limit', { count: dailyCustomers, shown: format.number(dailyCustomers) })}
        </span>
      )}
      {quality === 'red' ? <p className={classes.reason}>{t('connections:quality.redHint')}</p> : null}
    </div>
  );
}
