import { IconClock } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useLine } from '../../../renderer/kit/bridge-context.tsx';
import { useDelayed } from '../../../renderer/kit/use-delayed.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './bars.module.css';
import type { DraftKeeper, Leaving } from './draft-keeper.ts';

/** The core usually answers at once; a bar that flashes up would only disturb. */
const PATIENCE_MS = 250;

/** What was sent while the core does not answer: it is not in the conversation yet, and must not be out of sight. */
export function LeavingBar({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTexts();
  const line = useLine();
  const leaving = useSyncExternalStore(keeper.subscribe, keeper.leaving);
  const isSlow = useDelayed(leaving.length > 0, PATIENCE_MS);
  if (leaving.length === 0 || (line && !isSlow)) return null;
  return (
    <div role="status">
      {leaving.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they leave in their order, and have no state
        <div key={index} className={classes.bar}>
          <IconClock size={17} stroke={1.7} aria-hidden />
          <span className={classes.text}>
            <span className={classes.who}>{t('composer:leaving')}</span>
            {wordsOf(one)}
          </span>
        </div>
      ))}
    </div>
  );
}

const wordsOf = ({ part, draft }: Leaving): string =>
  part === 'note' ? draft.note : draft.body || draft.files.map(({ name }) => name).join(', ');
