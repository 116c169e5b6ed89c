import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { loadSubscription, type Subscription } from '../companies/subscription.ts';
import { findSession } from './sessions.repo.ts';
import type { AccessClaims } from './tokens.ts';

/** Rights may be this old; the end of a session is heard at once. */
const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 5_000;

export interface LiveSession {
  actor: Actor;
  subscription: Subscription;
}

/**
 * What each request asks of its session, without a query for each.
 *
 * `get` throws ERR_SESSION_TAKEN_OVER or ERR_SESSION_EXPIRED for a session that is over.
 */
export function createSessionCache(deps: { db: Database; bus: Bus; clock: () => Date }) {
  const entries = new Map<string, { at: number; session: Promise<LiveSession> }>();
  const stop = deps.bus.on('session.ended', (data) =>
    entries.delete((data as { sessionId: string }).sessionId),
  );

  return {
    stop,
    async get(claims: AccessClaims): Promise<LiveSession> {
      const now = deps.clock().getTime();
      const known = entries.get(claims.sessionId);
      if (known && Math.abs(now - known.at) < MAX_AGE_MS) return known.session;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      const session = load(deps.db, claims);
      entries.set(claims.sessionId, { at: now, session });
      session.catch(() => entries.delete(claims.sessionId));
      return session;
    },
  };
}

async function load(db: Database, claims: AccessClaims): Promise<LiveSession> {
  const { companyId, userId, sessionId } = claims;
  return db.readCompany(companyId, async (tx) => {
    const state = await findSession(tx, companyId, sessionId);
    if (!state) throw new AppError('ERR_SESSION_EXPIRED');
    if (state.endedBy) throw endedError(state.endedBy);
    const { profile, super: isSuper, allTicket, queueIds } = state;
    return {
      actor: { companyId, userId, profile, super: isSuper, allTicket, queueIds },
      subscription: await loadSubscription(tx, companyId),
    };
  });
}

export function endedError(by: string): AppError {
  return new AppError(by === 'taken_over' ? 'ERR_SESSION_TAKEN_OVER' : 'ERR_SESSION_EXPIRED');
}
