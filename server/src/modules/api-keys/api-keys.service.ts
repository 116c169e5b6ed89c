import { randomBytes } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { ApiKey, ApiKeyFields } from '@balcao/shared/features/api-keys/calls.ts';
import { KEY_PREFIX, MAX_API_KEYS } from '@balcao/shared/features/api-keys/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { InputError } from '../../platform/http/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { hashOfToken } from '../connections/connection-token.ts';
import * as repo from './api-keys.repo.ts';

/** Keys by which programs work in a company. */
export function createApiKeys({ clock }: { clock: () => Date }) {
  return {
    /** ERR_VALIDATION for an end that is past, ERR_API_KEY_NAME_TAKEN, ERR_TOO_MANY_API_KEYS. @returns with the key, this once */
    async create(tx: Tx, actor: Actor, fields: ApiKeyFields): Promise<ApiKey & { key: string }> {
      const { companyId } = actor;
      const { expiresAt } = fields;
      if (expiresAt && Date.parse(expiresAt) <= clock().getTime())
        throw new InputError([{ location: 'body.expiresAt', code: 'too_small' }]);
      if ((await repo.countForMaking(tx, companyId)) >= MAX_API_KEYS)
        throw new AppError('ERR_TOO_MANY_API_KEYS');
      const key = KEY_PREFIX + randomBytes(32).toString('base64url');
      const made = await nameIsFree(repo.insert(tx, companyId, fields, hashOfToken(key)));
      await recordChange(tx, actor, AUDITED, null, made);
      return { ...presentKey(made), key };
    },

    /** ERR_NO_API_KEY_FOUND. */
    async revoke(tx: Tx, actor: Actor, id: number): Promise<void> {
      const gone = orNotFound(await repo.remove(tx, actor.companyId, id), 'ERR_NO_API_KEY_FOUND');
      await recordChange(tx, actor, AUDITED, gone, null);
    },
  };
}

export const presentKey = ({
  id,
  name,
  scopes,
  expiresAt,
  lastUsedAt,
  createdAt,
}: repo.ApiKeyRecord): ApiKey => ({
  id,
  name,
  scopes,
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

const AUDITED: Audited<repo.ApiKeyRecord> = {
  entity: 'apiKey',
  name: ({ name }) => name,
  fields: ({ name, scopes, expiresAt }) => ({ name, scopes, expiresAt }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'api_keys_name') ? new AppError('ERR_API_KEY_NAME_TAKEN') : error;
  }
}
