import type { BridgeFrame } from '@balcao/shared/bridge/wire.ts';
import type { IpcPort } from './ipc.ts';
import type { BridgeTransport } from './line.ts';

/** The bridge of a screen whose core lives in another process of the same program. */
export function connectIpc(port: IpcPort): BridgeTransport {
  const lineListeners = new Set<(up: boolean) => void>();
  let up = true;
  port.onClose(() => {
    up = false;
    for (const listener of lineListeners) listener(up);
  });
  return {
    send: (frame) => port.postMessage(frame),
    // Only the core's process holds the other end, and it posts nothing else.
    onFrame: (listener) => port.onMessage((message) => listener(message as BridgeFrame)),
    onLine(listener) {
      lineListeners.add(listener);
      listener(up);
      return () => lineListeners.delete(listener);
    },
    close: () => port.close(),
  };
}
