import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Log } from '../log.ts';
import { endsSession } from './ending.ts';
import type { Session } from './session.ts';

/** Acts on what the sync connection says of the session. */
export interface SessionWatch {
  heard(status: SyncStatus): void;
  stop(): void;
}

interface Deps {
  session: Pick<Session, 'state' | 'end'>;
  /** The agent's rights, or an option of the company, may have changed. */
  onRights(): void;
  /** Asks the server whether the agent may go on. */
  retry(): void;
  log: Log;
}

/** The session continues; the company or the agent must act first. */
const CLOSED_FOR_NOW: readonly ErrorCode[] = ['ERR_SUBSCRIPTION_EXPIRED', 'ERR_SECOND_FACTOR_SETUP'];
/** The interval in which the server is asked whether that has happened. */
const ASK_AGAIN_MS = 15_000;
/** The same when all is well with the person, as far as is known: the server may judge by what it knew a second ago. */
const ASK_SOON_MS = 1_200;

export function createSessionWatch({ session, onRights, retry, log }: Deps): SessionWatch {
  let asking: NodeJS.Timeout | undefined;

  return {
    heard(status) {
      const reason = status.phase === 'stopped' ? status.reason : null;
      if (reason && endsSession(reason)) {
        session.end(reason).catch((err: unknown) => log.error({ err }, 'the session could not be ended'));
      }
      clearTimeout(asking);
      // Whoever waits for the payment and hears of none learns of it here.
      if (status.phase === 'live' && session.state().user?.overdueSince) onRights();
      if (!reason || !CLOSED_FOR_NOW.includes(reason)) return;
      onRights();
      const { user } = session.state();
      const isKnown = user?.overdueSince || user?.mustSetUpSecondFactor;
      asking = setTimeout(retry, isKnown ? ASK_AGAIN_MS : ASK_SOON_MS);
    },
    stop: () => clearTimeout(asking),
  };
}
