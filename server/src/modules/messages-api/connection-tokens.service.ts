import { TOKEN_CLASSES } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Grant } from '../../platform/http/token-proof.ts';
import { countCall } from '../../platform/http/token-rate.ts';
import { hashOfToken } from '../connections/connection-token.ts';
import { subscriptionOf, whyClosed } from '../subscription/subscription.ts';
import { ownerOf, type TokenOwner } from './connection-tokens.repo.ts';

/**
 * The connection that a token opens to a program, with this call counted. ERR_API_TOKEN for a token that opens none:
 * made up, replaced, removed, or of a connection that was deleted.
 */
export async function proveConnectionToken(db: Database, token: string, now: Date): Promise<Grant> {
  const owner = await db.oneAsSystem((tx) =>
    countCall<TokenOwner>(tx, 'connectionToken', API_RATE, ownerOf(tx, hashOfToken(token))),
  );
  if (!owner) throw new AppError(TOKEN_CLASSES.connectionToken.refusal);
  const { companyId, id, planFlags, rate } = owner;
  return { companyId, id, planFlags, rate, closed: whyClosed(subscriptionOf(companyId, owner), now) };
}
