import type { IpcPort } from './ipc.ts';
import { type BridgeSource, serveBridge } from './serve.ts';

/** Connects a screen in another process. The host has checked who holds the other end. */
export function serveIpc(source: BridgeSource, port: IpcPort): void {
  const stop = serveBridge(source, {
    post: (frame) => port.postMessage(frame),
    onMessage: (listener) => port.onMessage(listener),
  });
  port.onClose(stop);
}
