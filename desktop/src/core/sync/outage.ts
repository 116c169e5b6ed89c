import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { Clock } from './clock.ts';
import { layerOf } from './socket.ts';

export interface Trouble {
  layer: SyncStatus['layer'];
  reason: ErrorCode | null;
}

/** Why there is no line, and since when the server has not been heard. */
export interface Outage {
  trouble(): Trouble;
  /** When the server was last heard, in ms since 1970, or was first tried in vain; null while it answers. */
  since(): number | null;
  /** Something came from the server. */
  heard(): void;
  /** The line is lost, or could not be made. @returns whether a person must act before the next attempt */
  begin(error: unknown): boolean;
  /** The line is open. */
  explained(): void;
  /** The server serves this console. */
  end(): void;
  /** What was heard is of another time: nobody listened since, or the clock was set. */
  forgetTimes(): void;
}

/** With these codes the server refuses until a person acts. */
const FINAL: readonly ErrorCode[] = [
  'ERR_SESSION_EXPIRED',
  'ERR_SESSION_TAKEN_OVER',
  'ERR_SESSION_ENDED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_SECOND_FACTOR_SETUP',
  'ERR_PROTOCOL_TOO_OLD',
];

const NONE: Trouble = { layer: null, reason: null };

export function createOutage(clock: Clock): Outage {
  let trouble = NONE;
  let since: number | null = null;
  let heardAt: number | null = null;

  return {
    trouble: () => trouble,
    since: () => since,
    heard() {
      heardAt = clock.now();
    },
    begin(error) {
      since ??= heardAt ?? clock.now();
      const code = error instanceof AppError ? error.code : null;
      const final = FINAL.find((candidate) => candidate === code);
      if (final) trouble = { layer: 'session', reason: final };
      else if (code === 'ERR_DISK_FULL') trouble = { layer: null, reason: code };
      else trouble = { layer: layerOf(error), reason: null };
      return final !== undefined;
    },
    explained() {
      trouble = NONE;
    },
    end() {
      since = null;
    },
    forgetTimes() {
      since = null;
      heardAt = null;
    },
  };
}
