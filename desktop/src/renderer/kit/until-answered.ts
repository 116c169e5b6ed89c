import { BridgeFailure } from '../../bridge/client.ts';

/**
 * For calls that the core executes once however often they are repeated. A missing answer does not prove failure, so it
 * is called again until there is one; each time the bridge waits for its line.
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
