import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { navigate } from '../kit/navigate.ts';
import { isKnownPath, needsNetwork } from './pages.ts';

/** A network that swallows everything looks like this; who waits for a page longer would rather have one that is there. */
const MAX_CONNECTING_MS = 5_000;

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

  const phase = status?.phase;
  useEffect(() => {
    if (!phase || !isStarting.current) return;
    const settle = () => {
      isStarting.current = false;
      if (phase !== 'live' && path === opened.current && needsNetwork(path))
        navigate('/tickets', { replace: true });
    };
    if (phase === 'connecting') {
      const timer = setTimeout(settle, MAX_CONNECTING_MS);
      return () => clearTimeout(timer);
    }
    if (phase === 'offline' || phase === 'backingOff' || phase === 'live') settle();
  }, [path, phase]);
}

function lastOf(userId: number): string | null {
  try {
    const last = lastPlace.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return last.userId === userId && isKnownPath(last.path) ? last.path : null;
  } catch {
    return null;
  }
}
