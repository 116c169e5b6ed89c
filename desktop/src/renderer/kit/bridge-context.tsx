import type { EventData, EventName } from '@balcao/shared/bridge/events.ts';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { BridgeClient } from '../../bridge/client.ts';

const BridgeContext = createContext<BridgeClient | null>(null);

export function BridgeProvider({ bridge, children }: { bridge: BridgeClient; children: ReactNode }) {
  return <BridgeContext value={bridge}>{children}</BridgeContext>;
}

export function useBridge(): BridgeClient {
  const bridge = useContext(BridgeContext);
  if (!bridge) throw new Error('useBridge outside of BridgeProvider');
  return bridge;
}

/** Listens to an event for as long as the component lives; the listener may change freely. */
export function useBridgeEvent<E extends EventName>(name: E, listener: (data: EventData<E>) => void): void {
  const bridge = useBridge();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const stop = bridge.on(name, (data) => latest.current(data));
    return () => void stop();
  }, [bridge, name]);
}

/** Whether the core can be reached at all; without it there is nothing to read. */
export function useLine(): boolean {
  const bridge = useBridge();
  const [up, setUp] = useState(true);
  useEffect(() => bridge.onLine(setUp), [bridge]);
  return up;
}
