import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber, searchParam, uuid } from '../../contract/fields.ts';
import { NAME } from '../../contract/limits.ts';
import { isWebAddress } from '../../contract/web-address.ts';
import {
  delivery,
  deliveryDetails,
  deliveryFilter,
  deliveryPage,
  deliverySummaries,
} from '../deliveries/row.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { WAIT_SECONDS } from '../responders/ai.ts';
import { INTEGRATION_TYPES } from './row.ts';
import { INTEGRATION_LANGUAGES, isOwnHeader, TYPEBOT_DELAY, TYPEBOT_EXPIRES } from './rules.ts';

/** Programs outside that answer customers: agents of Dialogflow, flows of n8n and Typebot, and webhooks. */

/** Empty: none. */
const url = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => text === '' || isWebAddress(text));
const word = z.string().trim().max(200);
const text = z.string().max(MESSAGE_MAX_CHARS);

/** A service account has two to three thousand characters. */
const MAX_ACCOUNT_CHARS = 20_000;

const rules = z.object({
  /** The project of Dialogflow; of the other types their name. */
  projectName: word,
  /** The agent's language. */
  language: z.enum(INTEGRATION_LANGUAGES),
  /** Where n8n and webhooks are told what happens, and where Typebot's viewer is. */
  urlN8N: url,
  /** A header that the receiver wants to see. */
  headerName: word.refine((text) => text === '' || isOwnHeader(text)),
  typebotSlug: word,
  /** Minutes after which a conversation begins anew. 0: never. */
  typebotExpires: z.int().min(TYPEBOT_EXPIRES.min).max(TYPEBOT_EXPIRES.max),
  /** Milliseconds in which the customer sees somebody write, before each message. */
  typebotDelayMessage: z.int().min(TYPEBOT_DELAY.min).max(TYPEBOT_DELAY.max),
  typebotKeywordFinish: word,
  typebotKeywordRestart: word,
  typebotUnknownMessage: text,
  typebotRestartMessage: text,
  /** What a customer writes within so many seconds is answered together. */
  waitSeconds: z.int().min(WAIT_SECONDS.min).max(WAIT_SECONDS.max),
});

/** Sealed, and shown as masks; a mask that comes back leaves them as they are, and an empty text removes them. */
const secrets = z.object({
  /** The JSON of a service account. */
  jsonContent: z.string().trim().max(MAX_ACCOUNT_CHARS),
  headerValue: z.string().trim().max(2_000),
});

const type = z.enum(INTEGRATION_TYPES);
const fields = rules
  .extend(secrets.shape)
  .partial()
  .extend({ name: z.string().trim().min(NAME.min).max(NAME.max) });
export type QueueIntegrationFields = z.output<typeof fields>;

const details = rules.extend(secrets.shape).extend({ id, type, name: z.string() });
export type QueueIntegrationDetails = z.output<typeof details>;

const params = z.object({ queueIntegrationId: idText });
const common = { access: 'integrations:manage', plan: 'useIntegrations' } as const;
const fieldErrors = [
  'ERR_QUEUE_INTEGRATION_NAME_TAKEN',
  'ERR_INTEGRATION_ACCOUNT',
  'ERR_ADDRESS_FORBIDDEN',
] as const;

/** Integrations come by name; `count` is how many there are on all pages. */
export const listQueueIntegrations = route({
  ...common,
  method: 'GET',
  path: '/queueIntegration',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ queueIntegrations: z.array(details), count: z.int(), hasMore: z.boolean() }),
});

export const getQueueIntegration = route({
  ...common,
  method: 'GET',
  path: '/queueIntegration/:queueIntegrationId',
  screen: true,
  params,
  response: details,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND'],
});

/** What its type cannot do without must be there: see `features/queue-integrations/rules.ts`. */
export const createQueueIntegration = route({
  ...common,
  method: 'POST',
  path: '/queueIntegration',
  screen: true,
  body: fields.extend({ type }),
  response: details,
  status: 201,
  errors: fieldErrors,
});

/** What is left out stays. The type stays in any case: another one is refused. */
export const updateQueueIntegration = route({
  ...common,
  method: 'PUT',
  path: '/queueIntegration/:queueIntegrationId',
  screen: true,
  params,
  body: fields.extend({ type }).partial(),
  response: details,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND', 'ERR_INTEGRATION_TYPE_FIXED', ...fieldErrors],
});

/** Customers whom it answers wait for people from then on. */
export const deleteQueueIntegration = route({
  ...common,
  method: 'DELETE',
  path: '/queueIntegration/:queueIntegrationId',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND'],
});

/** What an integration made of a trial; null where it does not apply. */
const trial = z.object({
  ok: z.boolean(),
  /** What it answered. */
  reply: z.string().nullable(),
  /** What Dialogflow understood, and how sure it is of that, from 0 to 1. */
  intent: z.string().nullable(),
  confidence: z.number().nullable(),
  latencyMs: z.int().nullable(),
  /** Why it failed: a code of the catalogue, or a text for people. */
  error: z.string().nullable(),
});
export type IntegrationTrial = z.output<typeof trial>;

const tried = { ...common, method: 'POST', screen: true, waitsFor: 'outside', reads: true } as const;

/** Says hello to an agent of Dialogflow. */
export const testDialogflowSession = route({
  ...tried,
  path: '/queueIntegration/testSession',
  body: z.object({
    projectName: word,
    jsonContent: secrets.shape.jsonContent,
    language: z.enum(INTEGRATION_LANGUAGES),
  }),
  response: trial,
});

/** Tries an integration as a form has it; what the form leaves out, or masks, is taken from the one that is named. */
export const testQueueIntegration = route({
  ...tried,
  path: '/queueIntegration/test',
  body: fields.partial().extend({ type, queueIntegrationId: id.optional() }),
  response: trial,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND'],
});

const signing = z.object({
  secret: z.string(),
  /** Until then the one before still signs too; null: there is none. */
  previousUntil: instant.nullable(),
});

/** What its messages are signed with, for the receiver. That somebody has seen it is noted. */
export const getSigningSecret = route({
  ...common,
  method: 'GET',
  path: '/queueIntegration/:queueIntegrationId/secret',
  screen: true,
  noted: 'inside',
  params,
  response: signing,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND', 'ERR_INTEGRATION_UNSIGNED'],
});

/** Makes another one; the one before still signs too for a day. */
export const rotateSigningSecret = route({
  ...common,
  method: 'POST',
  path: '/queueIntegration/:queueIntegrationId/secret',
  screen: true,
  params,
  response: signing,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND', 'ERR_INTEGRATION_UNSIGNED'],
});

/** Of each integration whether what it was told arrives. */
export const sumUpDeliveries = route({
  ...common,
  method: 'GET',
  path: '/queueIntegration/deliveries',
  screen: true,
  response: deliverySummaries,
});

/** What an integration was told, the newest first. */
export const listDeliveries = route({
  ...common,
  method: 'GET',
  path: '/queueIntegration/:queueIntegrationId/deliveries',
  screen: true,
  params,
  query: deliveryFilter,
  response: deliveryPage,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND'],
});

const deliveryParams = params.extend({ deliveryId: uuid });

export const getDelivery = route({
  ...common,
  method: 'GET',
  path: '/queueIntegration/:queueIntegrationId/deliveries/:deliveryId',
  screen: true,
  params: deliveryParams,
  response: deliveryDetails,
  errors: ['ERR_NO_DELIVERY_FOUND'],
});

/** Tells it again, as soon as it is its turn. One that is still on its way is told once. */
export const replayDelivery = route({
  ...common,
  method: 'POST',
  path: '/queueIntegration/:queueIntegrationId/deliveries/:deliveryId/replay',
  screen: true,
  params: deliveryParams,
  response: delivery,
  status: 202,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND', 'ERR_NO_DELIVERY_FOUND'],
});
