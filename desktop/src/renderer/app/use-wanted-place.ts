import { useEffect, useRef } from 'react';
import { useBridgeEvent } from '../kit/bridge-context.tsx';
import { currentPath, navigate } from '../kit/navigate.ts';
import { isKnownPath } from './pages.tsx';

/**
 * A link or a notification may lead to a ticket while nobody is signed in: whoever signs in next comes there. It is
 * what the page began with, or what was asked for since.
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
    if (path !== null && isKnownPath(path)) navigate(path, { replace: true });
  }, [isSignedIn]);
}
