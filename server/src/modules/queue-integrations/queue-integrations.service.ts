import { given } from '@balcao/shared/contract/given.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { QueueIntegrationFields } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { IntegrationType } from '@balcao/shared/features/queue-integrations/row.ts';
import { isTold, OLD_SECRET_HOURS } from '@balcao/shared/features/queue-integrations/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { AddressRule } from '../../platform/outgoing/address-rule.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { MASK, record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { assertComplete, assertSound } from './integration-rules.ts';
import { createIntegrationSeals, placeOf, type SealedColumn, type Signing } from './integration-seals.ts';
import * as repo from './queue-integrations.repo.ts';

type Fields = Change<QueueIntegrationFields>;
type NewIntegration = QueueIntegrationFields & { type: IntegrationType };
type IntegrationChange = Fields & { type?: IntegrationType | undefined };

interface Dependencies {
  secrets: Secrets;
  clock: () => Date;
  isAllowed: AddressRule;
}

/** Programs outside that answer customers. All throw ERR_NO_QUEUE_INTEGRATION_FOUND for one that is not there. */
export function createQueueIntegrations({ secrets, clock, isAllowed }: Dependencies) {
  const seals = createIntegrationSeals(secrets);

  return {
    get,

    /** ERR_VALIDATION, ERR_INTEGRATION_ACCOUNT, ERR_ADDRESS_FORBIDDEN, ERR_QUEUE_INTEGRATION_NAME_TAKEN. */
    async create(tx: Tx, actor: Actor, { type, ...fields }: NewIntegration) {
      const { companyId } = actor;
      assertSound(fields, isAllowed);
      assertComplete(type, fields);
      const id = await nameIsFree(repo.insert(tx, companyId, { type, ...columnsOf(type, fields) }));
      await repo.update(tx, companyId, id, {
        ...seals.ofChange(companyId, id, fields),
        ...(isTold(type) ? { secret: seals.newSecret(companyId, id) } : {}),
      });
      const created = await get(tx, actor, id);
      await recordChange(tx, actor, AUDITED, null, created);
      return created;
    },

    /** What `create` throws, and ERR_INTEGRATION_TYPE_FIXED. */
    async update(tx: Tx, actor: Actor, id: number, { type, ...fields }: IntegrationChange) {
      const { companyId } = actor;
      const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_QUEUE_INTEGRATION_FOUND');
      if (type !== undefined && type !== before.type) throw new AppError('ERR_INTEGRATION_TYPE_FIXED');
      assertSound(fields, isAllowed);
      assertComplete(before.type, { ...fieldsOf(before), ...given(fields) });
      const change = { ...columnsOf(before.type, fields), ...seals.ofChange(companyId, id, fields) };
      await nameIsFree(repo.update(tx, companyId, id, change));
      const after = await get(tx, actor, id);
      await recordChange(tx, actor, AUDITED, before, after);
      return after;
    },

    /** Customers whom it answers wait for people from then on. */
    async remove(tx: Tx, actor: Actor, id: number): Promise<void> {
      const { companyId } = actor;
      const gone = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_QUEUE_INTEGRATION_FOUND');
      await repo.leaveTicketsToPeople(tx, companyId, id, clock());
      await repo.remove(tx, companyId, id);
      await recordChange(tx, actor, AUDITED, gone, null);
    },

    /** ERR_INTEGRATION_UNSIGNED. */
    async showSecret(tx: Tx, actor: Actor, id: number): Promise<Signing> {
      const integration = await get(tx, actor, id);
      const shown = seals.signingOf(actor.companyId, integration, clock());
      const what = { action: 'secret', entity: 'queueIntegration', entityId: id } as const;
      await record(tx, { companyId: actor.companyId, actor, ...what, entityName: integration.name });
      return shown;
    },

    /**
     * The secret before still signs for a day, so that the receiver has time to learn the new one.
     * ERR_INTEGRATION_UNSIGNED.
     */
    async rotateSecret(tx: Tx, actor: Actor, id: number): Promise<Signing> {
      const { companyId } = actor;
      const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_QUEUE_INTEGRATION_FOUND');
      if (!isTold(before.type)) throw new AppError('ERR_INTEGRATION_UNSIGNED');
      const until = new Date(clock().getTime() + OLD_SECRET_HOURS * 3_600_000);
      await repo.update(tx, companyId, id, {
        secret: seals.newSecret(companyId, id),
        previousSecret: before.secret,
        previousSecretUntil: before.secret && until,
      });
      const after = await get(tx, actor, id);
      await recordChange(tx, actor, AUDITED, before, after);
      return seals.signingOf(companyId, after, clock());
    },
  };
}

async function get(tx: Tx, actor: Actor, id: number): Promise<repo.IntegrationRecord> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_QUEUE_INTEGRATION_FOUND');
}

/** An integration as whoever answers customers needs it, with what is sealed opened. */
export interface AnsweringIntegration extends repo.IntegrationColumns {
  id: number;
  type: IntegrationType;
  /** The key of the service account; empty where there is none. */
  jsonContent: string;
  headerValue: string;
  /** All that sign now, the newest first. */
  signingSecrets: string[];
}

/** Undefined when it is gone. */
export async function forAnswering(
  tx: Tx,
  companyId: number,
  id: number,
  secrets: Secrets,
  now = new Date(),
): Promise<AnsweringIntegration | undefined> {
  const found = await repo.find(tx, companyId, id);
  if (!found) return undefined;
  const { jsonContent, headerValue, secret, previousSecret, previousSecretUntil, ...fields } = found;
  const open = (column: SealedColumn, sealed: Buffer | null) =>
    sealed ? secrets.open(sealed, placeOf(column, companyId, id)).toString() : '';
  const isOldValid = previousSecretUntil !== null && previousSecretUntil > now;
  return {
    ...fields,
    jsonContent: open('json_content', jsonContent),
    headerValue: open('header_value', headerValue),
    signingSecrets: [secret, isOldValid ? previousSecret : null].flatMap((one) => open('secret', one) || []),
  };
}

/** What a row keeps of the fields that were given. */
function columnsOf(type: IntegrationType, fields: Fields): Change<repo.IntegrationColumns> {
  const { jsonContent: _account, headerValue: _value, urlN8N, projectName, ...columns } = fields;
  return {
    ...columns,
    url: urlN8N,
    // Only Dialogflow has projects.
    projectName: type === 'dialogflow' ? projectName : columns.name,
  };
}

/** The fields as people give them, of one that is there. */
const fieldsOf = ({ url, jsonContent, headerValue, ...columns }: repo.IntegrationRecord) => ({
  ...columns,
  urlN8N: url,
  jsonContent: jsonContent ? MASK : '',
  headerValue: headerValue ? MASK : '',
});

/** Of what is sealed the log says only that it changed. */
const AUDITED: Audited<repo.IntegrationRecord> = {
  entity: 'queueIntegration',
  name: ({ name }) => name,
  fields: ({
    id: _id,
    jsonContent,
    headerValue,
    secret,
    previousSecret: _previous,
    previousSecretUntil: _until,
    ...fields
  }) => ({
    ...fields,
    jsonContentSecret: jsonContent?.toString('base64') ?? null,
    headerValueSecret: headerValue?.toString('base64') ?? null,
    signingSecret: secret?.toString('base64') ?? null,
  }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'queue_integrations_name')
      ? new AppError('ERR_QUEUE_INTEGRATION_NAME_TAKEN')
      : error;
  }
}
