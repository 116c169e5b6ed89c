import { BridgeFailure } from '../../bridge/client.ts';

/**
 * For what the core does once however often it is asked. No answer does not say that it was not done, so it is asked
 * again until there is one; each time the bridge waits for its line.
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BridgeFailure) || error.code !== 'ERR_UNAVAILABLE') throw error;
    }
  }
}
