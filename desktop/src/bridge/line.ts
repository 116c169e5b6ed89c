import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';

/**
 * The screen's end of the bridge. The line may be down for a while (the local program restarts); a transport that
 * can lose it finds it again by itself.
 */
export interface BridgeTransport {
  /** Carries a call to the core. Only called while the line is up. */
  send(frame: CallFrame): void;
  onFrame(listener: (frame: BridgeFrame) => void): () => void;
  /** Reports at once whether the line is up, then each change. A call that was under way when it went down is lost. */
  onLine(listener: (up: boolean) => void): () => void;
  close(): void;
}

/** The core's end: one screen that is connected now. */
export interface BridgePort {
  post(frame: BridgeFrame): void;
  onMessage(listener: (message: unknown) => void): () => void;
}
