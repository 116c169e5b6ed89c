import type { Tx } from '../../platform/db/client.ts';
import type { SessionEnd } from './sessions.repo.ts';

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
}
