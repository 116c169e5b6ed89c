import { z } from 'zod';
import { PROFILES } from '../permissions.ts';
import { route } from './contract.ts';
import { id, instant } from './fields.ts';

/** Signing in, staying in and leaving. Specification document 1, section 7; behaviours, section 1. */

export const companyView = z.object({
  id,
  name: z.string(),
  dueDate: instant.nullable(),
  timezone: z.string(),
  settings: z.array(z.object({ key: z.string(), value: z.string() })),
  plan: z
    .object({
      id,
      name: z.string(),
      useCampaigns: z.boolean(),
      useKanban: z.boolean(),
      useOpenAi: z.boolean(),
      useIntegrations: z.boolean(),
      useSchedules: z.boolean(),
      useInternalChat: z.boolean(),
      useExternalApi: z.boolean(),
    })
    .nullable(),
});

export const sessionUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  profile: z.enum(PROFILES),
  super: z.boolean(),
  allTicket: z.enum(['enable', 'disable']),
  companyId: id,
  whatsappId: id.nullable(),
  queues: z.array(z.object({ id, name: z.string(), color: z.string() })),
  company: companyView,
});
export type SessionUser = z.output<typeof sessionUser>;

/** `refreshToken` is what a console keeps in its secret store; a browser would get it as a cookie. */
const tokens = z.object({ token: z.string(), refreshToken: z.string(), user: sessionUser });

export const login = route({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.object({
    email: z.string().trim().toLowerCase().min(1).max(254),
    password: z.string().min(1).max(200),
  }),
  response: tokens,
  errors: ['ERR_INVALID_CREDENTIALS', 'ERR_SUBSCRIPTION_EXPIRED', 'ERR_TOO_MANY_REQUESTS'],
});

export const refreshToken = route({
  method: 'POST',
  path: '/auth/refresh_token',
  access: 'public',
  body: z.object({ refreshToken: z.string().min(1).max(500) }),
  response: tokens,
  errors: ['ERR_SESSION_EXPIRED'],
});

export const logout = route({
  method: 'DELETE',
  path: '/auth/logout',
  access: 'session',
  openWhenOverdue: true,
  status: 204,
});

export const me = route({
  method: 'GET',
  path: '/auth/me',
  access: 'session',
  openWhenOverdue: true,
  response: sessionUser,
});
