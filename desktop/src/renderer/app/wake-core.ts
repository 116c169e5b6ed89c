import type { BridgeClient } from '../../bridge/client.ts';

type Page = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Tells the core that somebody turns to this page, or that its system has a network again: nobody is to look at a
 * countdown, and a program without windows of its own hears neither.
 */
export function wakeCore(bridge: BridgeClient, page: Page): void {
  // No one is signed in, or there is no core: there is nothing to wake.
  const wake = () => void bridge.invoke('sync.wake').catch(() => {});
  page.addEventListener('online', wake);
  page.addEventListener('focus', wake);
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') wake();
  });
}
