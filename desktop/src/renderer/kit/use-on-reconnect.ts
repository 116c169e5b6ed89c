import { useEffect, useRef } from 'react';
import { useLine } from './bridge-context.tsx';
import { useBridgeQuery } from './bridge-query.ts';

/** Acts each time the server can be reached again. @returns whether it can be reached now */
export function useOnReconnect(act: () => void): boolean {
  const line = useLine();
  const { data: status } = useBridgeQuery('sync.status', null);
  const isLive = line && status?.phase === 'live';
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (isLive && !wasLive.current) act();
    wasLive.current = isLive;
  });
  return isLive;
}
