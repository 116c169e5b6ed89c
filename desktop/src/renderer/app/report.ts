import type { BridgeClient } from '../../bridge/client.ts';

/** Sends an error to the core's log. Never fails: there is nowhere left to report to. */
export function report(bridge: BridgeClient, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  bridge
    .invoke('log.report', { message: message.slice(0, 2_000), stack: (stack ?? '').slice(0, 8_000) })
    .catch(() => {});
}

/** Everything that no component handled goes to the log as well. */
export function reportUnhandled(bridge: BridgeClient): void {
  window.addEventListener('error', (event) => report(bridge, event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(bridge, event.reason));
}
