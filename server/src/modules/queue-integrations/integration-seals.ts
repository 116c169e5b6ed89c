import { AppError } from '@balcao/shared/errors.ts';
import type { QueueIntegrationFields } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { Change } from '../../platform/db/rows.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createSecret } from '../../services/webhook.ts';
import { MASK } from '../audit/audit.service.ts';
import type * as repo from './queue-integrations.repo.ts';

/** @property previousUntil until when the secret before still signs too */
export interface Signing {
  secret: string;
  previousUntil: string | null;
}

export type SealedColumn = 'json_content' | 'header_value' | 'secret';

/** Where a sealed value belongs: it opens nowhere else. A secret stays where it is when another takes over. */
export const placeOf = (column: SealedColumn, companyId: number, id: number) =>
  `queue_integrations.${column}/${companyId}/${id}`;

/** What integrations keep sealed: an account, the value of a header, and what signs deliveries. */
export function createIntegrationSeals(secrets: Secrets) {
  return {
    /** The sealed values that a change sets, for one that has an id by now. */
    ofChange(companyId: number, id: number, { jsonContent, headerValue }: Change<QueueIntegrationFields>) {
      const seal = (column: SealedColumn, text: string | undefined) => {
        if (text === undefined || text === MASK) return undefined;
        return text === '' ? null : secrets.seal(Buffer.from(text), placeOf(column, companyId, id));
      };
      return {
        jsonContent: seal('json_content', jsonContent),
        headerValue: seal('header_value', headerValue),
      };
    },

    newSecret: (companyId: number, id: number): Buffer =>
      secrets.seal(Buffer.from(createSecret()), placeOf('secret', companyId, id)),

    /** ERR_INTEGRATION_UNSIGNED for a type that is told nothing. */
    signingOf(
      companyId: number,
      { id, secret, previousSecretUntil }: repo.IntegrationRecord,
      now: Date,
    ): Signing {
      if (!secret) throw new AppError('ERR_INTEGRATION_UNSIGNED');
      const previousUntil =
        previousSecretUntil && previousSecretUntil > now ? previousSecretUntil.toISOString() : null;
      return { secret: secrets.open(secret, placeOf('secret', companyId, id)).toString(), previousUntil };
    },
  };
}
