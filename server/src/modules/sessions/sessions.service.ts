import type { SessionClass } from '@balcao/shared/contract/call.ts';
import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { SessionEnd, SignInWay } from '@balcao/shared/features/auth/calls.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Caller, liveClassOf, overdue } from '../../platform/http/admission.ts';
import type { ProveToken } from '../../platform/http/token-proof.ts';
import { type Presented, type Rotation, rotate } from './rotation.ts';
import { createSessionCache, type LiveSession, liveSession } from './session-cache.ts';
import * as repo from './sessions.repo.ts';
import type { AccessClaims, TokenIssuer } from './token-issuer.ts';

interface VerifiedAccess extends Caller {
  /** When the access token ends; the session may go on. */
  expiresAt: Date;
}

interface StartedSession {
  sessionId: string;
  token: string;
  refreshToken: string;
}

export type SessionPlace = repo.SessionPlace;
export type SessionRecord = repo.SessionRecord;
type Owner = Pick<Person, 'companyId' | 'userId'>;

interface Listener {
  companyId: number;
  sessionId: string;
  isBilling?: true;
}

/** Sessions of people who are signed in. A person has one at most. */
export interface Sessions {
  /** Begins a session and ends the person's earlier one. The caller holds the lock on the person. */
  start(
    tx: Tx,
    person: Owner,
    how: SessionPlace & { strong: boolean; way: SignInWay },
  ): Promise<StartedSession>;
  /** ERR_SESSION_EXPIRED, ERR_USER_DELETED. */
  companyOfRefresh(refreshToken: string): Promise<number>;
  /** See `rotate`. */
  rotate(tx: Tx, companyId: number, presented: Presented): Promise<Rotation>;
  signAccess(claims: AccessClaims): Promise<string>;
  /** The person leaves. @returns false when the session was over already */
  end(tx: Tx, companyId: number, sessionId: string): Promise<boolean>;
  /** Whose access token this is, by its signature alone. ERR_TOKEN_EXPIRED, ERR_SESSION_EXPIRED. */
  proveToken: ProveToken;
  /** Who bears this access token. What `proveToken` and `liveSession` throw. */
  verifyAccess(token: string): Promise<VerifiedAccess>;
  /** Those of these who may not go on being served live as they are, each with the reason, as of now. */
  refusals<L extends Listener>(listeners: readonly L[]): Promise<Map<L, AppError>>;
  close(): void;
}

export interface SessionDependencies {
  db: Database;
  bus: Bus;
  clock: () => Date;
  tokens: TokenIssuer;
}

export function createSessions(deps: SessionDependencies): Sessions {
  const { db, bus, clock, tokens } = deps;
  const cache = createSessionCache(deps);

  async function proveToken(token: string) {
    const { expiresAt, ...claims } = await tokens.verifyAccess(token);
    const { companyId, sessionId } = claims;
    const caller = async () => ({ ...callerOf(await cache.get(claims), sessionId), expiresAt });
    return { companyId, caller };
  }

  function callerOf({ actor, standing }: LiveSession, sessionId: string): Caller {
    return { actor, sessionId, standing: standing(clock()) };
  }

  /** Why a session that is connected live is not to be served in this class any more; null when it is. */
  function refusalOf(state: repo.SessionState | undefined, served: SessionClass): AppError | null {
    try {
      const caller = callerOf(liveSession(state), state?.id ?? '');
      if (liveClassOf(caller) === served) return null;
      // Paid: a new line brings more than this one.
      return served === 'billing' ? new AppError('ERR_UNAVAILABLE') : overdue(caller.standing);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  return {
    async start(tx, { companyId, userId }, how) {
      const at = clock();
      if (await repo.endAliveSession(tx, companyId, userId, at))
        announceAccess(tx, bus, { companyId, userId });
      const sessionId = crypto.randomUUID();
      await repo.startSession(tx, { companyId, userId, id: sessionId, at, ...how });
      const refreshToken = tokens.newRefresh();
      await repo.insertRefresh(tx, { companyId, sessionId, hash: tokens.hashOf(refreshToken), at });
      const token = await tokens.signAccess({ userId, companyId, sessionId });
      return { sessionId, token, refreshToken };
    },

    async companyOfRefresh(refreshToken) {
      const hash = tokens.hashOf(refreshToken);
      const companyId = await db.asSystem((tx) => repo.findCompanyOfRefresh(tx, hash));
      if (companyId !== undefined) return companyId;
      const isDeleted = await db.asSystem((tx) => repo.isOfDeletedUser(tx, hash));
      throw new AppError(isDeleted ? 'ERR_USER_DELETED' : 'ERR_SESSION_EXPIRED');
    },

    rotate: (tx, companyId, presented) => rotate(tx, { tokens, at: clock() }, companyId, presented),
    signAccess: tokens.signAccess,
    end: (tx, companyId, sessionId) => repo.endSession(tx, companyId, sessionId, 'logout', clock()),

    proveToken,
    verifyAccess: async (token) => (await proveToken(token)).caller(),

    async refusals(listeners) {
      const found = await db.asSystem((tx) => repo.findSessions(tx, listeners));
      const states = new Map(found.map((state) => [state.id, state]));
      return new Map(
        listeners.flatMap((listener) => {
          const served = listener.isBilling ? 'billing' : 'session';
          const refusal = refusalOf(states.get(listener.sessionId), served);
          return refusal ? [[listener, refusal] as const] : [];
        }),
      );
    },

    close: cache.stop,
  };
}

/**
 * Ends the sessions of a person, or of everybody in the company, in the transaction of the cause. After its commit
 * `announceAccess` makes every process act on it at once; without, they do within a second.
 *
 * @param options.except a session that goes on: of the person who changes the own password
 */
export async function endSessions(
  tx: Tx,
  companyId: number,
  options: { userId?: number; except?: string; by: Extract<SessionEnd, 'revoked' | 'password'> },
): Promise<void> {
  const { userId = null, except = null, by } = options;
  await tx`
    update sessions set ended_at = now(), ended_by = ${by}
    where company_id = ${companyId} and ended_at is null
      and (${userId}::bigint is null or user_id = ${userId})
      and (${except}::uuid is null or id <> ${except})`;
  // What a page has proven just now must not begin another.
  await tx`
    delete from sign_in_codes
    where company_id = ${companyId} and (${userId}::bigint is null or user_id = ${userId})`;
}

/** Whether its person has signed in with what is worth a second factor. */
export const isStrong = repo.isStrong;

/** A password that somebody else has given them, because theirs was lost or stolen, ends the keys too. */
export const removePasskeys = repo.removePasskeys;

/** The person's sessions that are kept, the latest sign-in first. */
export const sessionsOf = repo.listOf;

/** Shows a person out. @returns false when it was over already, undefined when the person has no such session */
export async function endSessionOf(
  tx: Tx,
  { companyId, userId }: Owner,
  sessionId: string,
  at: Date,
): Promise<boolean | undefined> {
  if (!(await repo.isOf(tx, companyId, userId, sessionId))) return undefined;
  return repo.endSession(tx, companyId, sessionId, 'admin', at);
}
