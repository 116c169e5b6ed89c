import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { useEffect, useRef } from 'react';

/** The reason is on the screen for so long before the page begins anew. */
const RELOAD_MS = 1_000;

/**
 * The account is in use on another computer: the page forgets what it had stored, and begins anew. Drafts and what
 * waits to be sent are the core's, and stay.
 */
export function useTakenOver(session: SessionState | undefined): void {
  const isSignedIn = session ? session.user !== null : false;
  const wasSignedIn = useRef(false);
  if (isSignedIn) wasSignedIn.current = true;
  const isTakenOver = !isSignedIn && session?.endedBy === 'ERR_SESSION_TAKEN_OVER';
  useEffect(() => {
    // The page that has begun anew still says why.
    if (!isTakenOver || !wasSignedIn.current) return;
    const timer = setTimeout(() => {
      localStorage.clear();
      window.location.reload();
    }, RELOAD_MS);
    return () => clearTimeout(timer);
  }, [isTakenOver]);
}
