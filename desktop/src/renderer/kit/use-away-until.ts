import { useEffect, useState } from 'react';
import { serverNow } from './server-now.ts';
import { useRows } from './use-rows.ts';

/** Timers hold no longer time. */
const MAX_TIMER_MS = 24 * 3_600_000;

/** Until when a person is away; null: they are not. Ends by itself. */
export function useAwayUntil(userId: number): string | null {
  const { data: users = [] } = useRows('user');
  const until = users.find(({ id }) => id === userId)?.awayUntil ?? null;
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    if (until === null) return;
    const left = Math.min(Date.parse(until) - serverNow().getTime(), MAX_TIMER_MS);
    const timer = setTimeout(() => setNow(serverNow().getTime()), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [until]);
  return isAway(until, Math.max(now, serverNow().getTime())) ? until : null;
}

/** @param now ms */
export const isAway = (until: string | null, now = serverNow().getTime()): boolean =>
  until !== null && Date.parse(until) > now;
