import { Skeleton } from '@mantine/core';
import { SKELETON_DELAY_MS } from '../../../renderer/components/splash.tsx';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useDelayed } from '../../../renderer/kit/use-delayed.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ROW_PX, useRowShape } from './rows/row-look.ts';
import classes from './rows/ticket-row.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function TicketSkeletons({ user }: ForUser) {
  const { t } = useTexts();
  const shape = useRowShape(user);
  if (!useDelayed(true, SKELETON_DELAY_MS)) return null;
  return (
    <div role="status" aria-label={t('common:loading')}>
      {ROWS.map((row) => (
        <div key={row} className={classes.skeleton} style={{ height: ROW_PX[shape] }}>
          <Skeleton circle height={shape === 'table' ? 28 : 44} />
          <div className={classes.skeletonLines}>
            <Skeleton height={10} width="45%" />
            {shape === 'table' ? null : <Skeleton height={9} width="80%" />}
            {shape === 'comfortable' ? <Skeleton height={8} width="30%" /> : null}
          </div>
        </div>
      ))}
    </div>
  );
}
