import { useTellBusy } from '../../kit/busy.ts';
import type { ForUser } from '../../kit/feature.ts';
import { FEATURES } from '../features.ts';
import { OfflineBanner } from './offline-banner.tsx';
import classes from './own-window.module.css';
import { Pieces } from './pieces.tsx';

const HERE = FEATURES.filter(({ alsoIn }) => alsoIn === 'ownWindow');

/** A window without navigation and top bar: its actions are the same, sounds and notifications belong to the main window. */
export function OwnWindow({ user }: ForUser) {
  useTellBusy();
  return (
    <div className={classes.root}>
      <OfflineBanner />
      <Pieces of="Bar" features={HERE} user={user} />
      <main className={classes.main}>
        <Pieces of="OwnWindow" features={FEATURES} user={user} />
      </main>
      <Pieces of="Dialog" features={HERE} user={user} />
    </div>
  );
}
