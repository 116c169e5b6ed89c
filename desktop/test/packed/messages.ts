import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';

/** The messages from a test to the packed program that it started. */
export type ToPacked = { kind: 'call'; frame: CallFrame } | { kind: 'fetch'; url: string } | { kind: 'quit' };

/** The messages from the packed program. */
export type FromPacked =
  | { kind: 'frame'; frame: BridgeFrame }
  | { kind: 'fetched'; status: number; text: string }
  /** Files that the program named to Electron, and which are not there. */
  | { kind: 'missing'; files: string[] };
