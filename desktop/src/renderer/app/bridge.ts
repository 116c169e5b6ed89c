import { type BridgeClient, createBridgeClient } from '../../bridge/client.ts';
import type { IpcPort } from '../../bridge/ipc.ts';
import { connectIpc } from '../../bridge/ipc-renderer.ts';
import { connectWebSocket } from '../../bridge/websocket-client.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in an ordinary browser. */
    balcao?: IpcPort;
  }
}

/** The console's core, wherever it runs: in this program (Electron) or behind the loopback address of this page. */
export function connectBridge(): BridgeClient {
  if (window.balcao) return createBridgeClient(connectIpc(window.balcao));
  const url = new URL('/bridge', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return createBridgeClient(connectWebSocket(url.href));
}
