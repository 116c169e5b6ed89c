import { TOKEN_CLASSES } from '@balcao/shared/contract/call.ts';
import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import type { Database } from '../../platform/db/database.ts';
import type { KeyGrant } from '../../platform/http/token-proof.ts';
import { countCall } from '../../platform/http/token-rate.ts';
import { hashOfToken } from '../connections/connection-token.ts';
import { subscriptionOf, whyClosed } from '../subscription/subscription.ts';
import * as repo from './api-keys.repo.ts';

/** A use is noted so rarely. */
const NOTED_MS = 60_000;

/**
 * What a key opens to a program, with this call counted. It is looked up for each call, so that one that was revoked is
 * closed at every process. ERR_API_TOKEN for a key that opens nothing: made up, revoked or expired.
 */
export async function proveCompanyKey(db: Database, key: string, now: Date): Promise<KeyGrant> {
  const owner = await db.oneAsSystem((tx) =>
    countCall<repo.KeyOwner>(tx, 'companyKey', API_RATE, repo.ownerOf(tx, hashOfToken(key), now)),
  );
  if (!owner) throw new AppError(TOKEN_CLASSES.companyKey.refusal);
  const { companyId, id, name, scopes, lastUsedAt, rate } = owner;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= NOTED_MS)
    await db.oneAsSystem((tx) => repo.noteUse(tx, owner, now));
  const planFlags = PLAN_FLAGS.filter((flag) => owner[flag]);
  const closed = whyClosed(subscriptionOf(companyId, owner), now);
  return { companyId, id, planFlags, rate, closed, key: { name, scopes } };
}
