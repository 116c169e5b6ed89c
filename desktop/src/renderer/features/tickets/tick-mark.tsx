import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { useTexts } from '../../app/use-texts.ts';
import classes from './bubble.module.css';
import type { Tick } from './tick.ts';

const ICONS = {
  clock: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertCircle,
};

export function TickMark({ tick }: { tick: Tick }) {
  const { t } = useTexts();
  const TickIcon = ICONS[tick];
  return (
    <span className={classes.tick} data-tick={tick} role="img" aria-label={t(`tickets:ticks.${tick}`)}>
      <TickIcon size={tick === 'clock' ? 13 : 16} stroke={2} aria-hidden />
    </span>
  );
}
