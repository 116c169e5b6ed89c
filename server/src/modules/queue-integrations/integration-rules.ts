import { AppError } from '@balcao/shared/errors.ts';
import type { QueueIntegrationFields } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { IntegrationType } from '@balcao/shared/features/queue-integrations/row.ts';
import { isHeaderValue, REQUIRED_FIELDS } from '@balcao/shared/features/queue-integrations/rules.ts';
import type { Change } from '../../platform/db/rows.ts';
import { InputError } from '../../platform/http/errors.ts';
import type { AddressRule } from '../../platform/outgoing/address-rule.ts';
import { isInnerUrl } from '../../platform/outgoing/is-inner-url.ts';
import { readServiceAccount } from '../../services/google-account.ts';
import { MASK } from '../audit/audit.service.ts';

type Fields = Change<QueueIntegrationFields>;

/** ERR_VALIDATION that names each field without which this type answers nobody. */
export function assertComplete(type: IntegrationType, fields: object): void {
  const filled: Record<string, unknown> = { ...fields };
  const missing = REQUIRED_FIELDS[type].filter((field) => !filled[field]);
  if (missing.length > 0)
    throw new InputError(missing.map((field) => ({ location: `body.${field}`, code: 'too_small' })));
}

/** Of the fields that are given. ERR_ADDRESS_FORBIDDEN, ERR_INTEGRATION_ACCOUNT, ERR_VALIDATION. */
export function assertSound({ urlN8N, jsonContent, headerValue }: Fields, isAllowed: AddressRule): void {
  if (urlN8N && isInnerUrl(urlN8N, isAllowed)) throw new AppError('ERR_ADDRESS_FORBIDDEN');
  if (isTyped(jsonContent) && !readServiceAccount(jsonContent)) throw new AppError('ERR_INTEGRATION_ACCOUNT');
  if (isTyped(headerValue) && !isHeaderValue(headerValue))
    throw new InputError([{ location: 'body.headerValue', code: 'invalid_format' }]);
}

/** A secret that is neither cleared nor left as it is. */
const isTyped = (secret: string | undefined): secret is string => Boolean(secret) && secret !== MASK;
