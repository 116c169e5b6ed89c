import { Skeleton } from '@mantine/core';
import { SKELETON_DELAY_MS } from '../../../renderer/components/splash.tsx';
import { useDelayed } from '../../../renderer/kit/use-delayed.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ROW_PX, useListDensity } from './rows/row-look.ts';
import classes from './rows/ticket-row.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function TicketSkeletons() {
  const { t } = useTexts();
  const density = useListDensity();
  if (!useDelayed(true, SKELETON_DELAY_MS)) return null;
  return (
    <div role="status" aria-label={t('common:loading')}>
      {ROWS.map((row) => (
        <div key={row} className={classes.skeleton} style={{ height: ROW_PX[density] }}>
          <Skeleton circle height={44} />
          <div className={classes.skeletonLines}>
            <Skeleton height={10} width="45%" />
            <Skeleton height={9} width="80%" />
            {density === 'comfortable' ? <Skeleton height={8} width="30%" /> : null}
          </div>
        </div>
      ))}
    </div>
  );
}
