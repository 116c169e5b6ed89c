import { type Person, PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { SessionEnd } from '@balcao/shared/features/auth/calls.ts';
import { demandsSecondFactor } from '@balcao/shared/features/settings/rules.ts';
import { concernsPerson, onAccessChanged } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AccountState } from '../../platform/http/admission.ts';
import {
  assertNotBlocked,
  overdueSince,
  type Subscription,
  subscriptionOf,
} from '../subscription/subscription.ts';
import { findSession, type SessionState } from './sessions.repo.ts';
import type { AccessClaims } from './token-issuer.ts';

/** A session and its rights may be this old when the hint that they changed was lost. */
const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 5_000;

export interface LiveSession {
  actor: Person;
  standing(now: Date): AccountState;
}

interface Entry {
  at: number;
  claims: AccessClaims;
  session: Promise<LiveSession>;
}

/**
 * What each request asks of its session, without a query for each. `get` throws like `liveSession`.
 */
export function createSessionCache(deps: { db: Database; bus: Bus; clock: () => Date }) {
  const entries = new Map<string, Entry>();
  const stop = onAccessChanged(deps.bus, (change) => {
    for (const [id, { claims }] of entries) if (concernsPerson(change, claims)) entries.delete(id);
  });

  return {
    stop,
    async get(claims: AccessClaims): Promise<LiveSession> {
      const now = deps.clock().getTime();
      const known = entries.get(claims.sessionId);
      if (known && Math.abs(now - known.at) < MAX_AGE_MS) return known.session;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      const entry = { at: now, claims, session: load(deps.db, claims) };
      entries.set(claims.sessionId, entry);
      entry.session.catch(() => {
        if (entries.get(claims.sessionId) === entry) entries.delete(claims.sessionId);
      });
      return entry.session;
    },
  };
}

async function load(db: Database, { companyId, sessionId }: AccessClaims): Promise<LiveSession> {
  return liveSession(await db.readCompany(companyId, (tx) => findSession(tx, companyId, sessionId)));
}

/** Throws ERR_COMPANY_BLOCKED, and what `endedError` says of a session that is over. */
export function liveSession(state: SessionState | undefined): LiveSession {
  if (!state) throw new AppError('ERR_SESSION_EXPIRED');
  const subscription: Subscription = subscriptionOf(state.companyId, state);
  assertNotBlocked(subscription);
  if (state.endedBy) throw endedError(state.endedBy);
  const { companyId, userId, profile, super: isSuper, allTicket, queueIds } = state;
  const mustSetUpSecondFactor =
    !state.secondFactor && !state.strong && demandsSecondFactor(state.requireSecondFactor, state);
  const planFlags = PLAN_FLAGS.filter((flag) => state[flag]);
  return {
    actor: { companyId, userId, profile, super: isSuper, allTicket, queueIds },
    standing: (now) => ({ overdueSince: overdueSince(subscription, now), mustSetUpSecondFactor, planFlags }),
  };
}

const ENDED: Partial<Record<SessionEnd, ErrorCode>> = {
  taken_over: 'ERR_SESSION_TAKEN_OVER',
  admin: 'ERR_SESSION_ENDED',
};

export const endedError = (by: SessionEnd): AppError => new AppError(ENDED[by] ?? 'ERR_SESSION_EXPIRED');
