import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { SYNONYMS_CHARS } from '../knowledge/limits.ts';
import { SETTING_KEYS } from './rules.ts';

/** The company's options. */

/** The value of a secret is a mask. */
const settingView = z.object({ key: z.enum(SETTING_KEYS), value: z.string() });

/** Every option, or its default when it is not set. The company's provider options are for `settings:manage`. */
export const listSettings = route({
  method: 'GET',
  path: '/settings',
  access: 'session',
  screen: true,
  response: z.array(settingView),
});

/** One of them. */
export const getSetting = route({
  method: 'GET',
  path: '/settings/:key',
  access: 'session',
  params: z.object({ key: z.string().max(60) }),
  response: settingView,
  errors: ['ERR_NO_SETTING_FOUND'],
});

/** The key's own rule in `features/settings/rules.ts` decides who may set it, and the values; an empty value clears a text. */
export const updateSetting = route({
  method: 'PUT',
  path: '/settings/:key',
  access: 'settings:service',
  screen: true,
  params: z.object({ key: z.string().max(60) }),
  body: z.object({ value: z.string().max(SYNONYMS_CHARS) }),
  response: settingView,
  errors: ['ERR_NO_SETTING_FOUND', 'ERR_NO_PERMISSION'],
});

/** The services that customers may get a second copy of their bill from. */
export const BILLING_SERVICES = ['ixc', 'mkauth', 'asaas'] as const;
export type BillingService = (typeof BILLING_SERVICES)[number];

/** Asks a service with the company's account there whether it lets us in. */
export const testBillingService = route({
  method: 'POST',
  path: '/settings/integrations/:service/test',
  access: 'settings:manage',
  screen: true,
  waitsFor: 'outside',
  reads: true,
  params: z.object({ service: z.enum(BILLING_SERVICES) }),
  /** Why it does not: a code of the catalogue, or a text for people. */
  response: z.object({ ok: z.boolean(), error: z.string().nullable() }),
});
