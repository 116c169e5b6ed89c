import type { HostCapabilities } from '@balcao/shared/bridge/host.ts';
import type { UpdateState } from '@balcao/shared/bridge/updates.ts';
import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import type { MediaFile } from '../../core/media/file-store.ts';
import type { Recovery } from '../../core/workspace.ts';
import type { AccountPlace } from '../accounts/cards.ts';
import type { DeskStatus, HostCommand, Notice } from '../host.ts';

/**
 * What the main process and the core's process say to each other. Structured clones between our own two programs:
 * typed, not validated again (every call inside a frame is validated by the core's dispatcher).
 */
export type ToCore =
  | { kind: 'start'; options: CoreOptions }
  /** `screen` tells the windows apart. */
  | { kind: 'frame'; screen: number; frame: CallFrame }
  /** Its page was closed or loaded anew. */
  | { kind: 'screenGone'; screen: number }
  | { kind: 'secret'; requestId: number; value: string | null }
  /** It could not be stored: a full disk, a keyring that is locked. */
  | { kind: 'secretFailed'; requestId: number }
  | { kind: 'openMedia'; requestId: number; mediaId: string }
  | { kind: 'wake' }
  | { kind: 'command'; command: HostCommand }
  | { kind: 'update'; state: UpdateState }
  /** May the program start anew without anybody noticing? */
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
  | { kind: 'media'; requestId: number; file: MediaFile | null }
  | { kind: 'startAnew' }
  /** Brings another account's program up, or asks it to end. */
  | { kind: 'openAccount'; profile: string }
  | { kind: 'closeAccount'; profile: string }
  | { kind: 'checkUpdate' }
  | { kind: 'installUpdate' }
  | { kind: 'quiet'; requestId: number; quiet: boolean };

export interface CoreOptions {
  /** Null: the person chooses. */
  serverUrl: string | null;
  dataDir: string;
  version: string;
  can: HostCapabilities;
  secretsDurable: boolean;
  update: UpdateState;
  accounts: AccountPlace;
  /** After crashes: what to begin without. */
  recovery: Recovery | null;
  /** All settings as they are now: the core reads them synchronously. */
  settings: Record<string, unknown>;
}
