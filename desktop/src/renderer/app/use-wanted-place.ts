import { useEffect, useRef } from 'react';
import { useBridgeEvent } from '../kit/bridge-context.tsx';
import { currentPath, navigate } from '../kit/navigate.ts';
import { isKnownPath } from './pages.tsx';

/**
 * A link or a notification may lead to a ticket while no agent is signed in: the next sign-in leads there. It is
 * the page's start address, or a later request.
 *
 * @param isSignedIn null until it is known
 */
export function useWantedPlace(isSignedIn: boolean | null): void {
  const wanted = useRef<string | null>(currentPath());
  useBridgeEvent('navigate.to', ({ path }) => {
    if (!isSignedIn) wanted.current = path;
  });
  useEffect(() => {
    if (!isSignedIn) return;
    const path = wanted.current;
    // A person who signs in after another one begins at the start.
    wanted.current = null;
    // The bare address names no place: signing in leads to the tickets, whoever has a dashboard there.
    if (path !== null && path !== '/' && isKnownPath(path)) navigate(path, { replace: true });
  }, [isSignedIn]);
}
