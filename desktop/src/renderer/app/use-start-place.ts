import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { navigate } from '../kit/navigate.ts';
import { isKnownPath, needsNetwork } from './pages.ts';

const KEY = 'lastPlace';
const lastPlace = z.object({ userId: z.number(), path: z.string() });

/**
 * The console opens where its person was; an address that names a place comes first. Where that page needs a network that
 * is not there, it is the tickets, unless the person has chosen another page meanwhile.
 */
export function useStartPlace(userId: number): void {
  const [path] = useLocation();
  const { data: status } = useBridgeQuery('sync.status', null);
  const last = useRef(path === '/' ? lastOf(userId) : null);
  const opened = useRef(last.current ?? path);
  const isStarting = useRef(true);

  useEffect(() => {
    if (last.current !== null) navigate(last.current, { replace: true });
  }, []);

  useEffect(() => {
    if (isKnownPath(path)) localStorage.setItem(KEY, JSON.stringify({ userId, path }));
  }, [userId, path]);

  useEffect(() => {
    if (!status || !isStarting.current) return;
    const isAway = status.phase === 'offline' || status.phase === 'backingOff';
    if (isAway && path === opened.current && needsNetwork(path)) navigate('/tickets', { replace: true });
    if (isAway || status.phase === 'live') isStarting.current = false;
  }, [path, status]);
}

function lastOf(userId: number): string | null {
  try {
    const last = lastPlace.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return last.userId === userId && isKnownPath(last.path) ? last.path : null;
  } catch {
    return null;
  }
}
