import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, instant, searchParam, uuid } from '../../contract/fields.ts';
import { NAME } from '../../contract/limits.ts';
import { isWebAddress } from '../../contract/web-address.ts';
import {
  delivery,
  deliveryDetails,
  deliveryFilter,
  deliveryPage,
  deliverySummaries,
} from '../deliveries/row.ts';
import { WEBHOOK_EVENTS } from './event.ts';
import { webhook } from './row.ts';

/** Addresses that are told what happens in the company, in messages signed as Standard Webhooks. */

const params = z.object({ webhookId: idText });
const common = { access: 'webhooks:manage', plan: 'useExternalApi', screen: true } as const;

const fields = z.object({
  name: z.string().trim().min(NAME.min).max(NAME.max),
  url: z.string().trim().max(2_000).refine(isWebAddress),
  /** Each once. */
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .overwrite((events) => [...new Set(events)]),
  /** One that is off is told nothing, and what happens meanwhile is not told later. */
  active: z.boolean(),
});
export type WebhookFields = z.output<typeof fields>;

/** Webhooks come in the order in which they were made; `after` is the id of the last one seen. */
export const listWebhooks = route({
  ...common,
  method: 'GET',
  path: '/webhooks',
  query: z.object({ searchParam, after: idText.optional() }),
  response: z.object({ webhooks: z.array(webhook), hasMore: z.boolean(), next: z.string().nullable() }),
});

export const getWebhook = route({
  ...common,
  method: 'GET',
  path: '/webhooks/:webhookId',
  params,
  response: webhook,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
});

const fieldErrors = ['ERR_WEBHOOK_NAME_TAKEN', 'ERR_ADDRESS_FORBIDDEN'] as const;

/** `secret` is what its messages are signed with: shown here, and never again. */
export const createWebhook = route({
  ...common,
  method: 'POST',
  path: '/webhooks',
  body: fields.partial({ active: true }),
  response: webhook.extend({ secret: z.string() }),
  status: 201,
  errors: [...fieldErrors, 'ERR_TOO_MANY_WEBHOOKS'],
});

/** What is left out stays. Switched on again it goes on with what waits. */
export const updateWebhook = route({
  ...common,
  method: 'PUT',
  path: '/webhooks/:webhookId',
  params,
  body: fields.partial(),
  response: webhook,
  errors: ['ERR_NO_WEBHOOK_FOUND', ...fieldErrors],
});

/** Everything that it still waits for goes with it. */
export const deleteWebhook = route({
  ...common,
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  params,
  status: 204,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
});

/** Makes another secret, shown once; the one before signs too for a day. */
export const rotateWebhookSecret = route({
  ...common,
  method: 'POST',
  path: '/webhooks/:webhookId/secret',
  params,
  response: z.object({ secret: z.string(), previousUntil: instant }),
  errors: ['ERR_NO_WEBHOOK_FOUND'],
});

const trial = z.object({
  ok: z.boolean(),
  /** The HTTP status; null: there was no answer. */
  status: z.int().nullable(),
  /** The beginning of what it answered, or why there was nothing. */
  answer: z.string(),
  latencyMs: z.int(),
  /** A code of the catalogue. */
  error: z.string().nullable(),
});
export type WebhookTrial = z.output<typeof trial>;

/** Tells it something of the type `balcao.trial`, at once, whether it is on or off. The log has nothing of it. */
export const testWebhook = route({
  ...common,
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  waitsFor: 'outside',
  reads: true,
  params,
  response: trial,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
});

/** Of each webhook whether what it was told arrives. */
export const sumUpWebhookDeliveries = route({
  ...common,
  method: 'GET',
  path: '/webhooks/deliveries',
  response: deliverySummaries,
});

/** What it was told, the newest first. */
export const listWebhookDeliveries = route({
  ...common,
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  params,
  query: deliveryFilter,
  response: deliveryPage,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
});

const deliveryParams = params.extend({ webhookDeliveryId: uuid });

export const getWebhookDelivery = route({
  ...common,
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries/:webhookDeliveryId',
  params: deliveryParams,
  response: deliveryDetails,
  errors: ['ERR_NO_DELIVERY_FOUND'],
});

/** Tells it again under the same id, as soon as the webhook is on. One that is still on its way is told once. */
export const replayWebhookDelivery = route({
  ...common,
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/:webhookDeliveryId/replay',
  params: deliveryParams,
  response: delivery,
  status: 202,
  errors: ['ERR_NO_WEBHOOK_FOUND', 'ERR_NO_DELIVERY_FOUND'],
});
