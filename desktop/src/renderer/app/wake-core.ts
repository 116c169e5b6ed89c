import type { BridgeClient } from '../../bridge/client.ts';

type Page = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Wakes the core when the agent returns to this page, or its system has a network again: no agent should watch a
 * countdown, and a program without windows receives neither event.
 */
export function wakeCore(bridge: BridgeClient, page: Page): void {
  // No agent is signed in, or there is no core: there is nothing to wake.
  const wake = () => void bridge.invoke('sync.wake').catch(() => {});
  page.addEventListener('online', wake);
  page.addEventListener('focus', wake);
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') wake();
  });
}
