import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';

/** What a test tells the packed program that it has started. */
export type ToPacked = { kind: 'call'; frame: CallFrame } | { kind: 'fetch'; url: string } | { kind: 'quit' };

/** What it hears of it. */
export type FromPacked =
  | { kind: 'frame'; frame: BridgeFrame }
  | { kind: 'fetched'; status: number; text: string }
  /** Files that the program named to Electron, and which are not there. */
  | { kind: 'missing'; files: string[] };
