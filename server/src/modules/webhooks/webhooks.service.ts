import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { OLD_SECRET_HOURS } from '@balcao/shared/features/queue-integrations/rules.ts';
import type { WebhookFields } from '@balcao/shared/features/webhooks/calls.ts';
import { MAX_WEBHOOKS } from '@balcao/shared/features/webhooks/event.ts';
import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { AddressRule } from '../../platform/outgoing/address-rule.ts';
import { isInnerUrl } from '../../platform/outgoing/is-inner-url.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createSecret } from '../../services/webhook.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { restRulesOf } from '../automations/automations.service.ts';
import * as deliveries from '../deliveries/deliveries.service.ts';
import * as waiting from './waiting.repo.ts';
import * as repo from './webhooks.repo.ts';

interface Deps {
  secrets: Secrets;
  clock: () => Date;
  isAllowed: AddressRule;
  /** Where people reach this server; null: nobody has said it. */
  publicUrl: string | null;
}

/** Addresses that are told what happens in a company. All throw ERR_NO_WEBHOOK_FOUND for one that is not there. */
export function createWebhooks({ secrets, clock, isAllowed, publicUrl }: Deps) {
  const sealedSecret = (companyId: number, id: number, secret: string) =>
    secrets.seal(Buffer.from(secret), place(companyId, id));

  /** ERR_ADDRESS_FORBIDDEN: it leads into the operator's network, or to this server. */
  function assertOutside(url: string | undefined): void {
    if (url === undefined) return;
    const isOwn = publicUrl !== null && new URL(publicUrl).host === new URL(url).host;
    if (isOwn || isInnerUrl(url, isAllowed)) throw new AppError('ERR_ADDRESS_FORBIDDEN');
  }

  return {
    get,

    /** ERR_ADDRESS_FORBIDDEN, ERR_WEBHOOK_NAME_TAKEN, ERR_TOO_MANY_WEBHOOKS. @returns with its secret, this once */
    async create(tx: Tx, actor: Actor, fields: Change<WebhookFields>) {
      const { companyId } = actor;
      assertOutside(fields.url);
      if ((await repo.countForMaking(tx, companyId)) >= MAX_WEBHOOKS)
        throw new AppError('ERR_TOO_MANY_WEBHOOKS');
      const id = await nameIsFree(repo.insert(tx, companyId, fields));
      const secret = createSecret();
      await repo.update(tx, companyId, id, { secret: sealedSecret(companyId, id, secret) });
      const created = await get(tx, actor, id);
      await recordChange(tx, actor, AUDITED, null, created);
      return { ...presentWebhook(created), secret };
    },

    /** ERR_ADDRESS_FORBIDDEN, ERR_WEBHOOK_NAME_TAKEN. Whoever switches it on, or gives it another address, hopes anew. */
    async update(tx: Tx, actor: Actor, id: number, change: Change<WebhookFields>) {
      const { companyId } = actor;
      const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_WEBHOOK_FOUND');
      assertOutside(change.url);
      const isNewStart = change.active === true || (change.url !== undefined && change.url !== before.url);
      const forgiven = isNewStart ? { failingSince: null, failedAt: null } : {};
      await nameIsFree(repo.update(tx, companyId, id, { ...change, ...forgiven }));
      const after = await get(tx, actor, id);
      await recordChange(tx, actor, AUDITED, before, after);
      if (isNewStart && after.active) await waiting.wake(tx, companyId, after, clock());
      return presentWebhook(after);
    },

    async remove(tx: Tx, actor: Actor, id: number): Promise<void> {
      const gone = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_WEBHOOK_FOUND');
      await recordChange(tx, actor, AUDITED, gone, null);
      // Whoever follows rules locks them before the feed.
      await restRulesOf(tx, actor.companyId, { kind: 'webhook', id }, clock());
      await waiting.lock(tx, actor.companyId);
      await repo.remove(tx, actor.companyId, id);
    },

    /** The secret before signs too for a day, so that the receiver has time to learn the new one. */
    async rotateSecret(tx: Tx, actor: Actor, id: number) {
      const { companyId } = actor;
      const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_WEBHOOK_FOUND');
      const secret = createSecret();
      const previousSecretUntil = new Date(clock().getTime() + OLD_SECRET_HOURS * 3_600_000);
      await repo.update(tx, companyId, id, {
        secret: sealedSecret(companyId, id, secret),
        previousSecret: before.secret,
        previousSecretUntil,
      });
      await recordChange(tx, actor, AUDITED, before, await get(tx, actor, id));
      return { secret, previousUntil: previousSecretUntil.toISOString() };
    },

    replay: (tx: Tx, actor: Actor, webhookId: number, deliveryId: string) =>
      replay(tx, actor, { webhookId, deliveryId }, clock),
  };
}

async function get(tx: Tx, actor: Actor, id: number): Promise<repo.WebhookRecord> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_WEBHOOK_FOUND');
}

/** Tells it again under the same id, so that a receiver that has it already can see that. ERR_NO_DELIVERY_FOUND. */
async function replay(
  tx: Tx,
  actor: Actor,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: string },
  clock: () => Date,
) {
  const { companyId } = actor;
  const webhook = await get(tx, actor, webhookId);
  const { event } = await deliveries.get(tx, companyId, { webhookId }, deliveryId);
  await waiting.waitAgain(tx, companyId, deliveryId, clock());
  await record(tx, {
    companyId,
    actor,
    action: 'resend',
    entity: 'webhook',
    entityId: webhookId,
    entityName: webhook.name,
    changes: [{ field: 'event', from: null, to: event }],
  });
  if (webhook.active) await waiting.wake(tx, companyId, webhook, clock());
  return deliveries.get(tx, companyId, { webhookId }, deliveryId);
}

/** All secrets that sign now, the newest first. */
export function signingSecrets(
  secrets: Secrets,
  companyId: number,
  { id, secret, previousSecret, previousSecretUntil }: repo.WebhookRecord,
  now: Date,
): string[] {
  const isOldValid = previousSecretUntil !== null && previousSecretUntil > now;
  return [secret, isOldValid ? previousSecret : null].flatMap((sealed) =>
    sealed ? secrets.open(sealed, place(companyId, id)).toString() : [],
  );
}

/** Where a sealed secret belongs: it opens nowhere else. It stays where it is when another takes over. */
const place = (companyId: number, id: number) => `webhooks.secret/${companyId}/${id}`;

/** What is sealed never leaves. */
export const presentWebhook = ({
  id,
  name,
  url,
  events,
  active,
  failingSince,
  failedAt,
}: repo.WebhookRecord): WebhookRow => ({
  id,
  name,
  url,
  events,
  active,
  failingSince: failingSince?.toISOString() ?? null,
  failedAt: failedAt?.toISOString() ?? null,
});

/** Of the secret the log says only that it changed. */
export const AUDITED: Audited<repo.WebhookRecord> = {
  entity: 'webhook',
  name: ({ name }) => name,
  fields: ({ name, url, events, active, secret }) => ({
    name,
    url,
    events,
    active,
    signingSecret: secret?.toString('base64') ?? null,
  }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'webhooks_name') ? new AppError('ERR_WEBHOOK_NAME_TAKEN') : error;
  }
}
