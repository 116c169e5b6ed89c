import { AppError } from '@balcao/shared/errors.ts';
import { OUTSIDE_CODES } from '../../platform/outgoing/outside-code.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { type HubAccount, openNotificaMe } from '../../services/notificame.ts';
import type { Outside } from '../../services/outside.ts';

/** A person waits for it. */
const PATIENCE = { timeoutMs: 9_000 };

/** What an account of NotificaMe Hub leads to. ERR_CONNECTION_CREDENTIALS when the hub does not take the token. */
export async function hubChannels(outside: Outside, token: string): Promise<HubAccount[]> {
  try {
    return await openNotificaMe(outside, token).channels(PATIENCE);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const isRefused = error.status === 401 || error.status === 403;
    throw new AppError(isRefused ? 'ERR_CONNECTION_CREDENTIALS' : OUTSIDE_CODES[error.problem]);
  }
}
