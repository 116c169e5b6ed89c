import type { BridgeFrame } from '@balcao/shared/bridge/wire.ts';
import type { BridgeTransport } from './line.ts';
import { type BridgeSource, serveBridge } from './serve.ts';

/** Screen and core in one process. Frames are cloned as on the other lines, so that nothing is shared by accident. */
export function connectMemory(source: BridgeSource): BridgeTransport {
  const toCore = new Set<(message: unknown) => void>();
  const toScreen = new Set<(frame: BridgeFrame) => void>();

  const stop = serveBridge(source, {
    post: (frame) => broadcast(toScreen, frame),
    onMessage: (listener) => subscribe(toCore, listener),
  });

  return {
    send: (frame) => broadcast(toCore, frame),
    onFrame: (listener) => subscribe(toScreen, listener),
    onLine(listener) {
      listener(true);
      return () => {};
    },
    close() {
      stop();
      toCore.clear();
      toScreen.clear();
    },
  };
}

function broadcast<T>(listeners: Set<(value: T) => void>, value: T): void {
  const copy = structuredClone(value);
  queueMicrotask(() => {
    for (const listener of listeners) listener(copy);
  });
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
