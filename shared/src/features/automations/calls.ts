import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber, placeByTime, searchParam, uuid } from '../../contract/fields.ts';
import { TITLE } from '../../contract/limits.ts';
import { MAX_AUTOMATIONS } from './limits.ts';
import { automation } from './row.ts';
import { cause, conditions, effect, effects } from './rule.ts';

/** Rules by which a company's tickets move without anybody: when something happens, if it is so, then that is done. */

const params = z.object({ automationId: idText });
const common = { access: 'automations:manage' } as const;
const fields = z.object({
  name: z.string().trim().min(TITLE.min).max(TITLE.max),
  /** One that is off looks at nothing. Switched on again it does not rest any more either. */
  active: z.boolean(),
  cause,
  conditions,
  effects,
});
export type AutomationFields = z.output<typeof fields>;

/** They come in the order in which they look. */
export const listAutomations = route({
  ...common,
  method: 'GET',
  path: '/automations',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ automations: z.array(automation), hasMore: z.boolean() }),
});

export const getAutomation = route({
  ...common,
  method: 'GET',
  path: '/automations/:automationId',
  params,
  response: automation,
  errors: ['ERR_NO_AUTOMATION_FOUND'],
});

const soundErrors = [
  'ERR_AUTOMATION_PATTERN',
  'ERR_AUTOMATION_REFERENCE',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_PARAMETERS',
] as const;
const fieldErrors = ['ERR_AUTOMATION_NAME_TAKEN', ...soundErrors] as const;

/** A new one stands behind all others. */
export const createAutomation = route({
  ...common,
  method: 'POST',
  path: '/automations',
  screen: true,
  body: fields,
  response: automation,
  status: 201,
  errors: [...fieldErrors, 'ERR_TOO_MANY_AUTOMATIONS'],
});

/** What is left out stays. */
export const updateAutomation = route({
  ...common,
  method: 'PUT',
  path: '/automations/:automationId',
  screen: true,
  params,
  body: fields.partial(),
  response: automation,
  errors: ['ERR_NO_AUTOMATION_FOUND', ...fieldErrors],
});

export const deleteAutomation = route({
  ...common,
  method: 'DELETE',
  path: '/automations/:automationId',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_AUTOMATION_FOUND'],
});

/** Those that are not named stay behind these, as they were. */
export const orderAutomations = route({
  ...common,
  method: 'POST',
  path: '/automations/order',
  screen: true,
  body: z.object({ automationIds: z.array(id).min(1).max(MAX_AUTOMATIONS) }),
  status: 204,
  errors: ['ERR_NO_AUTOMATION_FOUND'],
});

/** How often each has acted in the last 30 days; those that have not are left out. */
export const countAutomations = route({
  ...common,
  method: 'GET',
  path: '/automations/counts',
  heavy: true,
  screen: true,
  query: z.object({}),
  response: z.object({ counts: z.array(z.object({ automationId: id, count: z.int() })) }),
});

const run = z.object({
  id,
  ticketId: id,
  uuid,
  /** The customer. */
  name: z.string(),
  /** As the ticket stands now; empty: of none. */
  queueName: z.string(),
  agentName: z.string(),
  at: instant,
});
export type AutomationRun = z.output<typeof run>;

/** Each time that one has acted in the last 30 days, the newest first: as many as `countAutomations` says. */
export const listAutomationRuns = route({
  ...common,
  method: 'GET',
  path: '/automations/:automationId/runs',
  heavy: true,
  screen: true,
  params,
  query: z.object({ after: placeByTime }),
  response: z.object({ runs: z.array(run), hasMore: z.boolean(), next: z.string().nullable() }),
  errors: ['ERR_NO_AUTOMATION_FOUND'],
});

/** The webhooks that a rule may name, by their names. */
export const listAutomationWebhooks = route({
  ...common,
  method: 'GET',
  path: '/automations/webhooks',
  screen: true,
  query: z.object({}),
  response: z.object({ webhooks: z.array(z.object({ id, name: z.string() })) }),
});

/**
 * What a rule would do to those of the newest 200 tickets, or to the one that is named, in which its cause has happened of
 * late: in the last 50 lines of the conversation, or as the ticket stands. All else is asked of them as they stand now. Nothing
 * is written.
 */
export const tryAutomation = route({
  ...common,
  method: 'POST',
  path: '/automations/trial',
  reads: true,
  screen: true,
  body: z.object({ cause: cause.default({ kind: 'message' }), conditions, effects, ticketId: id.optional() }),
  response: z.object({
    /** So many tickets were looked at. */
    tried: z.int(),
    matched: z.array(
      z.object({
        ticketId: id,
        uuid,
        contactName: z.string(),
        lastMessage: z.string(),
        /** The words that are the cause; empty: something else is. */
        said: z.string(),
        /** What would change something. */
        effects: z.array(effect),
        /** The error for which nothing of it would be done. */
        failed: z.string().nullable(),
        /** The error for which the customer would not be written to while the rest was done. */
        unsaid: z.string().nullable(),
      }),
    ),
  }),
  errors: [...soundErrors, 'ERR_NO_TICKET_FOUND'],
});
