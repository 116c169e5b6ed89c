import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import type { IpcPort } from '../../bridge/ipc.ts';
import type { FromCore } from './core-messages.ts';

/** Splits the one line between the two processes into a bridge for each page, created at its first frame. */
export function createScreenPorts(post: (message: FromCore) => void, serve: (port: IpcPort) => void) {
  const ports = new Map<number, { hear(frame: CallFrame): void; close(): void }>();

  function open(screen: number) {
    const listeners = new Set<(frame: CallFrame) => void>();
    const closing = new Set<() => void>();
    serve({
      postMessage: (frame) => post({ kind: 'frame', screen, frame: frame as BridgeFrame }),
      onMessage(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onClose(listener) {
        closing.add(listener);
        return () => closing.delete(listener);
      },
      close: () => {},
    });
    const port = {
      hear: (frame: CallFrame) => {
        for (const listener of listeners) listener(frame);
      },
      close: () => {
        for (const close of closing) close();
      },
    };
    ports.set(screen, port);
    return port;
  }

  return {
    hear: (screen: number, frame: CallFrame): void => (ports.get(screen) ?? open(screen)).hear(frame),
    gone(screen: number): void {
      ports.get(screen)?.close();
      ports.delete(screen);
    },
  };
}
