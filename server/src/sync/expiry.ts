import { AppError } from '@balcao/shared/errors.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import type { LinkEnd } from './link-end.ts';
import type { LinkDeps, LinkSocket } from './peer.ts';
import type { ListenerIdentity } from './snapshot.ts';

const WARN_BEFORE_EXPIRY_MS = 60_000;

/** How long a connection lives by its access token: the other side is warned in time, and may show a fresh one. */
export interface Expiry {
  at(instant: Date): void;
  /** A fresh token of the same session; any other ends the connection. */
  renew(identity: ListenerIdentity, token: string): void;
  stop(): void;
}

export function createExpiry(
  deps: Pick<LinkDeps, 'clock' | 'verifyAccess'>,
  socket: LinkSocket,
  end: LinkEnd,
): Expiry {
  let timer: NodeJS.Timeout | undefined;

  function expireAt(instant: Date): void {
    clearTimeout(timer);
    const left = instant.getTime() - deps.clock().getTime();
    timer = setTimeout(
      () => {
        const inMs = Math.max(0, instant.getTime() - deps.clock().getTime());
        socket.send({ type: 'auth.expiring', inMs });
        timer = setTimeout(() => end.refuse('ERR_TOKEN_EXPIRED', CLOSE.tokenInvalid), inMs);
      },
      Math.max(0, left - WARN_BEFORE_EXPIRY_MS),
    );
  }

  async function renew(identity: ListenerIdentity, token: string): Promise<void> {
    const access = await deps.verifyAccess(token);
    const same =
      access.actor.companyId === identity.companyId &&
      access.actor.userId === identity.userId &&
      access.sessionId === identity.sessionId;
    if (!same) throw new AppError('ERR_SESSION_EXPIRED');
    if (socket.open) expireAt(access.expiresAt);
  }

  return {
    at: expireAt,
    renew: (identity, token) =>
      void renew(identity, token).catch((error: unknown) => end.fail(error, 'renewing')),
    stop: () => clearTimeout(timer),
  };
}
