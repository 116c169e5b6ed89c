import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PersonSession } from '@balcao/shared/features/auth/calls.ts';
import { REFRESH_TOKEN_DAYS } from '@balcao/shared/features/auth/limits.ts';
import type { Tx } from '../../platform/db/client.ts';
import { record } from '../audit/audit.service.ts';
import { endSessionOf, type SessionRecord, sessionsOf } from '../sessions/sessions.service.ts';
import { get, lockChangeable } from './users.service.ts';

/** From where people work, and have worked. Both throw ERR_NO_USER_FOUND as `users.service.ts` does. */

/** @param own the session of the caller, who is perhaps another person */
export async function list(
  tx: Tx,
  actor: Actor,
  userId: number,
  { own, now }: { own: string; now: Date },
): Promise<PersonSession[]> {
  await get(tx, actor, userId);
  const sessions = await sessionsOf(tx, actor.companyId, userId);
  return sessions.map((session) => present(session, own, now));
}

/** ERR_NO_SESSION_FOUND, ERR_NO_PERMISSION when somebody else than an operator ends an operator's. */
export async function end(
  tx: Tx,
  actor: Actor,
  { userId, sessionId, at }: { userId: number; sessionId: string; at: Date },
): Promise<void> {
  const { companyId } = actor;
  const { name } = await lockChangeable(tx, actor, userId);
  const ended = await endSessionOf(tx, { companyId, userId }, sessionId, at);
  if (ended === undefined) throw new AppError('ERR_NO_SESSION_FOUND');
  const what = { action: 'end', entity: 'session', entityId: sessionId, entityName: name } as const;
  if (ended) await record(tx, { companyId, actor, ...what });
}

const DAY_MS = 86_400_000;

function present(session: SessionRecord, own: string, now: Date): PersonSession {
  const { id, way, device, system, program, address, createdAt, usedAt } = session;
  // Its last refresh token is dead, and nothing has written that down.
  const deadAt = new Date(usedAt.getTime() + REFRESH_TOKEN_DAYS * DAY_MS);
  const expired = !session.endedAt && deadAt <= now;
  const endedAt = expired ? deadAt : session.endedAt;
  return {
    id,
    way,
    device: device || system ? { name: device, system } : null,
    program,
    address,
    startedAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy: expired ? 'expired' : session.endedBy,
    own: id === own,
  };
}
