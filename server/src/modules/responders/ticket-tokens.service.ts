import { createHash, createHmac } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Grant } from '../../platform/http/token-proof.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Turn } from '../bot/turns.service.ts';

/** Tokens that open one ticket to the program that was told of it, for one answer within a day. */

const LIFETIME_MS = 86_400_000;

/** The token of one turn: always the same, and known to nobody who has only the database. */
export const tokenOf = (secrets: Secrets, companyId: number, turnId: string): string =>
  `tkt_${createHmac('sha256', secrets.derive('ticket tokens')).update(`${companyId}/${turnId}`).digest('base64url')}`;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export async function issueToken(
  tx: Tx,
  secrets: Secrets,
  { companyId, turn, integrationId }: { companyId: number; turn: Turn; integrationId: number },
  now: Date,
): Promise<void> {
  await tx`
    insert into ticket_tokens (company_id, ticket_id, integration_id, token_hash, expires_at)
    values (${companyId}, ${turn.ticketId}, ${integrationId}, ${hashOf(tokenOf(secrets, companyId, turn.id))},
      ${new Date(now.getTime() + LIFETIME_MS)})
    on conflict (token_hash) do nothing`;
}

/** Proves also a token that was used: what was answered may be asked for again. ERR_SESSION_EXPIRED for all others. */
export async function proveTicketToken(db: Database, token: string, now: Date): Promise<Grant> {
  const [found] = await db.asSystem(
    (tx) => tx<Grant[]>`
      select company_id, id from ticket_tokens where token_hash = ${hashOf(token)} and expires_at > ${now}`,
  );
  if (!found) throw new AppError('ERR_SESSION_EXPIRED');
  return found;
}

/** The ticket that it opens, once. ERR_TICKET_TOKEN_USED. */
export async function spend(
  tx: Tx,
  { companyId, id }: Grant,
  now: Date,
): Promise<{ ticketId: number; integrationId: number }> {
  const [spent] = await tx<{ ticketId: number; integrationId: number }[]>`
    update ticket_tokens set used_at = ${now}
    where company_id = ${companyId} and id = ${id} and used_at is null
    returning ticket_id, integration_id`;
  if (!spent) throw new AppError('ERR_TICKET_TOKEN_USED');
  return spent;
}
