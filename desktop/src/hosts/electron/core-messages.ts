import type { HostCapabilities } from '@balcao/shared/bridge/host.ts';
import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import type { MediaFile } from '../../core/media/file-store.ts';
import type { PassingFile } from '../../core/media/passing.ts';
import type { Recovery } from '../../core/workspace.ts';
import type { AccountPlace } from '../accounts/cards.ts';
import type { DeskStatus, HostCommand, Notice } from '../host.ts';

/**
 * The messages between the main process and the core's process. Structured clones between our own two programs:
 * typed, not validated again (every call inside a frame is validated by the core's dispatcher).
 */
export type ToCore =
  | { kind: 'start'; options: CoreOptions }
  /** `screen` identifies the window. */
  | { kind: 'frame'; screen: number; frame: CallFrame }
  /** Its page was closed or reloaded. */
  | { kind: 'screenGone'; screen: number }
  | { kind: 'secret'; requestId: number; value: string | null }
  /** The secret could not be stored: a full disk, a locked keyring. */
  | { kind: 'secretFailed'; requestId: number }
  | { kind: 'openMedia'; requestId: number; mediaId: string }
  /** The next piece of a file that passes through. */
  | { kind: 'takePiece'; requestId: number; mediaId: string }
  /** Nobody wants the rest. */
  | { kind: 'leavePieces'; mediaId: string }
  | { kind: 'wake' }
  | { kind: 'command'; command: HostCommand }
  | { kind: 'update'; state: UpdateState }
  /** Asks whether the program may restart unnoticed. */
  | { kind: 'askQuiet'; requestId: number }
  | { kind: 'stop' };

export type FromCore =
  | { kind: 'ready' }
  | { kind: 'frame'; screen: number; frame: BridgeFrame }
  | { kind: 'getSecret'; requestId: number; key: string }
  | { kind: 'setSecret'; requestId: number; key: string; value: string | null }
  | { kind: 'setSetting'; key: string; value: unknown }
  | { kind: 'notify'; notice: Notice }
  | { kind: 'withdraw'; key: string }
  | { kind: 'status'; status: DeskStatus }
  | { kind: 'media'; requestId: number; file: MediaFile | PassingHead | null }
  | { kind: 'piece'; requestId: number; piece: Piece }
  | { kind: 'startAnew' }
  /** Opens another account's program, or asks it to quit. */
  | { kind: 'openAccount'; profile: string }
  | { kind: 'closeAccount'; profile: string }
  | { kind: 'checkUpdate' }
  | { kind: 'installUpdate' }
  | { kind: 'quiet'; requestId: number; quiet: boolean };

/** Its pieces are asked for one by one. */
export type PassingHead = Omit<PassingFile, 'pieces'> & { passing: true };

/** `ended`: that was all; `failed`: it broke off, or there is no core any more. */
export type Piece = Uint8Array | 'ended' | 'failed';

export interface CoreOptions {
  /** Null: the user chooses. */
  serverUrl: string | null;
  dataDir: string;
  version: string;
  can: HostCapabilities;
  secretsDurable: boolean;
  update: UpdateState;
  accounts: AccountPlace;
  /** Data to start without, after crashes. */
  recovery: Recovery | null;
  /** All current settings: the core reads them synchronously. */
  settings: Record<string, unknown>;
}
