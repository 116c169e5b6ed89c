import { useEffect, useState } from 'react';
import { serverNow } from '../../../renderer/kit/server-now.ts';

const secondsTo = (instant: string) =>
  Math.max(0, Math.ceil((Date.parse(instant) - serverNow().getTime()) / 1_000));

/** Counts down to an instant; null: there is none. */
export function useSecondsLeft(instant: string | null): number | null {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (instant === null) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? null : secondsTo(instant);
}
