import { nightTime } from '@balcao/shared/phone/number-zone.ts';
import { IconMoon } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../../kit/server-now.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { subscribe } from './look-clock.ts';
import classes from './night-there.module.css';

/** The customer's time, where it is night there and not here; `isShort`: as a mark with the time behind it. */
export function NightThere({ number, isShort = false }: { number: string; isShort?: boolean }) {
  const { t } = useTexts();
  const time = useSyncExternalStore(subscribe, () => nightTime(number, serverNow()));
  if (time === null) return null;
  const label = t('tickets:nightThere', { time });
  return (
    <span className={classes.night} role="img" aria-label={label} title={label}>
      <IconMoon size={14} stroke={1.8} aria-hidden />
      {isShort ? null : time}
    </span>
  );
}
