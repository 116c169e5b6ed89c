import { AppError } from '@balcao/shared/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { OUTSIDE_CODES } from '../../platform/outgoing/outside-code.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { type HubAccount, openNotificaMe } from '../../services/notificame.ts';
import type { Outside } from '../../services/outside.ts';
import { readHubToken } from '../settings/settings.service.ts';

/** A person waits for it. */
const PATIENCE = { timeoutMs: 9_000 };

interface Deps {
  db: Database;
  secrets: Secrets;
  outside: Outside;
}

/**
 * What an account of NotificaMe Hub leads to; without a token the company's own account. ERR_HUB_TOKEN_MISSING when it has
 * none, ERR_CONNECTION_CREDENTIALS when the hub does not take the token.
 */
export async function hubChannels(
  { db, secrets, outside }: Deps,
  companyId: number,
  given: string | undefined,
): Promise<HubAccount[]> {
  const token = given ?? (await db.readCompany(companyId, (tx) => readHubToken(tx, companyId, secrets)));
  try {
    return await openNotificaMe(outside, token).channels(PATIENCE);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const isRefused = error.status === 401 || error.status === 403;
    throw new AppError(isRefused ? 'ERR_CONNECTION_CREDENTIALS' : OUTSIDE_CODES[error.problem]);
  }
}
