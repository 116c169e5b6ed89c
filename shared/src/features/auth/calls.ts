import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { email, id, idText, instant, language, uuid } from '../../contract/fields.ts';
import { PROFILES } from '../../contract/roles.ts';
import { password, personName } from '../users/calls.ts';
import { DEVICE_CHARS } from './limits.ts';

/** Signing in, staying in and leaving. */

export const sessionCompany = z.object({
  id,
  name: z.string(),
  /** Only users who see the subscription get it. */
  email: z.string().optional(),
  dueDate: instant.nullable(),
  /** The last day of the trial that the company began with, YYYY-MM-DD; null: it began without one. */
  trialExpiration: z.iso.date().nullable(),
  timezone: z.string(),
  language,
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
  secondFactor: z.boolean(),
  /** The company demands a second factor that this person has not set up: nothing else is open to them. */
  mustSetUpSecondFactor: z.boolean(),
  /** The last day that the company has paid, once it and the days of grace are over: only the way to pay is open. */
  overdueSince: z.iso.date().nullable(),
  /** Campaigns may be shown: the plan has them, and the operator has not switched them off for the company. */
  cshow: z.boolean(),
  queues: z.array(z.object({ id, name: z.string(), color: z.string() })),
  company: sessionCompany,
});
export type SessionUser = z.output<typeof sessionUser>;

/** The computer as its console calls it: people recognise their sign-ins by it, and nothing is decided by it. */
export const device = z.object({
  name: z.string().trim().max(DEVICE_CHARS),
  system: z.string().trim().max(DEVICE_CHARS),
});
export type Device = z.output<typeof device>;

/** 128 bits in base64url. */
const REFRESH_WORD_CHARS = 22;

/** `refreshToken` is what a console keeps in its secret store; a browser gets it as a cookie too, which no script reads. */
export const tokens = z.object({ token: z.string(), refreshToken: z.string(), user: sessionUser });

/**
 * Of an overdue company everybody is refused, with ERR_SUBSCRIPTION_EXPIRED {date}. An admin's refusal carries the fields
 * of the ordinary answer too: a session of the access class `billing`, which becomes an ordinary one with the payment.
 */
export const login = route({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({
    email: z.string().trim().toLowerCase().min(1).max(254),
    password: z.string().min(1).max(200),
    /** A code of the authenticator, or one of the recovery codes. */
    code: z.string().trim().max(40).optional(),
    device: device.optional(),
  }),
  response: tokens,
  errors: [
    'ERR_INVALID_CREDENTIALS',
    'ERR_SECOND_FACTOR_REQUIRED',
    'ERR_SECOND_FACTOR_WRONG',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_COMPANY_BLOCKED',
    'ERR_TOO_MANY_REQUESTS',
  ],
});

/**
 * Without a body by the cookie of the answer before, which only the server's own pages may use. `word` is a secret of the caller's for this one exchange: with it an
 * answer that was lost is given again until its token is used, without it for a few seconds only.
 */
export const refreshToken = route({
  method: 'POST',
  path: '/auth/refresh_token',
  access: 'public',
  body: z
    .object({
      refreshToken: z.string().min(1).max(500).optional(),
      word: z.string().min(REFRESH_WORD_CHARS).max(100).optional(),
    })
    .prefault({}),
  response: tokens,
  errors: ['ERR_SESSION_EXPIRED', 'ERR_NO_PERMISSION', 'ERR_TOO_MANY_REQUESTS'],
});

export const logout = route({
  method: 'DELETE',
  path: '/auth/logout',
  access: 'session',
  openWhileOverdue: true,
  openWithoutSecondFactor: true,
  status: 204,
});

export const me = route({
  method: 'GET',
  path: '/auth/me',
  access: 'session',
  openWhileOverdue: true,
  openWithoutSecondFactor: true,
  response: sessionUser,
});

/**
 * Whom a demo lets try it, with the passwords that it gave them: only while the server answers nobody but its own
 * computer, and nobody who has chosen a password since.
 */
export const listDemoAccounts = route({
  method: 'GET',
  path: '/auth/demo',
  access: 'public',
  screen: true,
  rows: 'system',
  response: z.object({
    accounts: z.array(z.object({ name: z.string(), email: z.string(), password: z.string() })),
  }),
});

/** Always the same answer, whether the account exists or not. By mail, or by a super user when there is no mail. */
export const forgotPassword = route({
  method: 'POST',
  path: '/auth/forgot',
  access: 'public',
  screen: true,
  body: z.object({ email }),
  status: 204,
  errors: ['ERR_TOO_MANY_REQUESTS'],
});

/** The link works once and for an hour; every session of the person ends. */
export const resetPassword = route({
  method: 'POST',
  path: '/auth/reset',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({ token: z.string().min(1).max(200), password }),
  status: 204,
  errors: ['ERR_RESET_LINK_INVALID', 'ERR_TOO_MANY_REQUESTS'],
});

const invitationToken = z.string().min(1).max(200);
const invitation = z.object({ name: z.string(), email: z.string(), companyName: z.string() });
export type Invitation = z.output<typeof invitation>;

/** Whom the link of an invitation invites, and to which company. */
export const openInvitation = route({
  method: 'POST',
  path: '/auth/invitation',
  access: 'public',
  reads: true,
  waitsFor: 'outside',
  body: z.object({ token: invitationToken }),
  response: invitation,
  errors: ['ERR_INVITATION_INVALID', 'ERR_TOO_MANY_REQUESTS'],
});

/** The link works once and for some days; afterwards the person signs in like everybody. */
export const acceptInvitation = route({
  method: 'POST',
  path: '/auth/invitation/accept',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({ token: invitationToken, name: personName, password }),
  status: 204,
  errors: ['ERR_INVITATION_INVALID', 'ERR_TOO_MANY_REQUESTS'],
});

const passwordReset = z.object({
  id,
  userName: z.string(),
  email: z.string(),
  companyName: z.string(),
  requestedAt: instant,
});
export type PasswordReset = z.output<typeof passwordReset>;

/** Requests that no mail has answered, newest first. */
export const listPasswordResets = route({
  method: 'GET',
  path: '/password-resets',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  response: z.array(passwordReset),
});

/** A fresh link for a request; earlier ones stop working. It is below the server's address when it begins with a slash. */
export const createResetLink = route({
  method: 'POST',
  path: '/password-resets/:resetId/link',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  params: z.object({ resetId: idText }),
  response: z.object({ link: z.string(), expiresAt: instant }),
  status: 201,
  errors: ['ERR_RESET_LINK_INVALID'],
});

/**
 * Offers a secret to a caller with the password; nothing changes until a code of it comes back. RFC 6238.
 */
export const beginSecondFactor = route({
  method: 'POST',
  path: '/auth/second-factor',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  waitsFor: 'outside',
  openWithoutSecondFactor: true,
  body: z.object({ password: z.string().min(1).max(200) }),
  response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  status: 201,
  errors: ['ERR_WRONG_PASSWORD', 'ERR_SECOND_FACTOR_ACTIVE', 'ERR_TOO_MANY_REQUESTS'],
});

/** The recovery codes are shown this once; each works once. */
export const confirmSecondFactor = route({
  method: 'PUT',
  path: '/auth/second-factor',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  openWithoutSecondFactor: true,
  body: z.object({ code: z.string().trim().max(10) }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['ERR_SECOND_FACTOR_WRONG'],
});

export const endSecondFactor = route({
  method: 'DELETE',
  path: '/auth/second-factor',
  access: 'session',
  screen: true,
  waitsFor: 'outside',
  body: z.object({ password: z.string().min(1).max(200) }),
  status: 204,
  errors: ['ERR_WRONG_PASSWORD'],
});

/**
 * How a session ended: its person left, or signed in elsewhere, or was shown out by an admin; a token came back that had been
 * used; the password is a new one; the company was blocked; nobody used it for as long as a refresh token lives.
 */
export const SESSION_ENDS = [
  'logout',
  'taken_over',
  'admin',
  'reuse',
  'password',
  'revoked',
  'expired',
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** With a password, a passkey, or an account of the company's own. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'company'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

const personSession = z.object({
  id: uuid,
  /** How it began; null: it was not noted yet. */
  way: z.enum(SIGN_IN_WAYS).nullable(),
  /** What the console said of its computer; null: it said nothing, as programs do. */
  device: device.nullable(),
  /** The program with its version, as it calls itself. */
  program: z.string(),
  /** The network address of the last renewal, as the server sees it: behind a router, the router's. */
  address: z.string(),
  startedAt: instant,
  /** The last renewal of its tokens: every quarter of an hour while a console works. */
  usedAt: instant,
  endedAt: instant.nullable(),
  endedBy: z.enum(SESSION_ENDS).nullable(),
  /** It is the session of this very call. */
  own: z.boolean(),
});
export type PersonSession = z.output<typeof personSession>;

/** One's own sessions, or those of somebody whom one manages: the one that is alive, and those of the last weeks. */
export const listUserSessions = route({
  method: 'GET',
  path: '/users/:userId/sessions',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  params: z.object({ userId: idText }),
  response: z.array(personSession),
  errors: ['ERR_NO_USER_FOUND'],
});

/** Ends it at once, on every line and for every call; its console says so. One that is over stays as it is. */
export const endUserSession = route({
  method: 'DELETE',
  path: '/users/:userId/sessions/:sessionId',
  access: 'users:manage',
  screen: true,
  params: z.object({ userId: idText, sessionId: uuid }),
  status: 204,
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_SESSION_FOUND'],
});
