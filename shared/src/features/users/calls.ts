import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { email, id, idText, instant, listPage, searchParam } from '../../contract/fields.ts';
import { NAME } from '../../contract/limits.ts';
import { PROFILES } from '../../contract/roles.ts';
import { PASSWORD } from './limits.ts';
import { user as listedUser } from './row.ts';

/** People of a company. */

export const personName = z.string().trim().min(NAME.min).max(NAME.max);
export const password = z.string().min(PASSWORD.min).max(PASSWORD.max);

/** `enabled` and `disabled` are accepted too. */
const allTicket = z
  .enum(['enable', 'enabled', 'disable', 'disabled'])
  .transform((value) => (value.startsWith('enable') ? ('enable' as const) : ('disable' as const)));

export const userView = z.object({
  id,
  name: z.string(),
  email: z.string(),
  profile: z.enum(PROFILES),
  super: z.boolean(),
  allTicket: z.enum(['enable', 'disable']),
  companyId: id,
  whatsappId: id.nullable(),
  queues: z.array(z.object({ id, name: z.string(), color: z.string() })),
  online: z.boolean(),
  /** Signs in with a code of an authenticator as well. */
  secondFactor: z.boolean(),
  /** Of somebody who was invited and has not chosen a password yet; null: they have one. */
  invitation: z
    .object({
      /** The link works until then, or did; null: it was withdrawn. */
      until: instant.nullable(),
      /** Null: no mail has left with it. */
      mailedAt: instant.nullable(),
    })
    .nullable(),
});
export type UserView = z.output<typeof userView>;

const invitationLink = z.object({
  /** Without a public address it begins below the server's. It is told this once. */
  link: z.string(),
  until: instant,
  /** A mail with it is on its way. */
  mailed: z.boolean(),
});
export type InvitationLink = z.output<typeof invitationLink>;

const params = z.object({ userId: idText });

export const listUsers = route({
  method: 'GET',
  path: '/users',
  access: 'users:manage',
  screen: true,
  query: z.object({ searchParam, pageNumber: listPage }),
  response: z.object({ users: z.array(userView), count: z.int(), hasMore: z.boolean() }),
});

/** Colleagues, with the fields that every user may know: no addresses. */
export const listColleagues = route({
  method: 'GET',
  path: '/users/list',
  access: 'session',
  response: z.array(listedUser),
});

/** How many open tickets each colleague has; one without any is left out. */
export const listLoads = route({
  method: 'GET',
  path: '/users/load',
  access: 'session',
  screen: true,
  response: z.array(z.object({ userId: id, openTickets: z.int() })),
});

/** The caller's own profile, or one they manage; any other answers as a missing one. */
export const getUser = route({
  method: 'GET',
  path: '/users/:userId',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  params,
  response: userView,
  errors: ['ERR_NO_USER_FOUND'],
});

/** Without a password they are invited: they choose one by the link, and their name. */
export const createUser = route({
  method: 'POST',
  path: '/users',
  access: 'users:manage',
  closedToPrograms: 'makesPeople',
  screen: true,
  waitsFor: 'outside',
  body: z.object({
    name: personName,
    email,
    password: password.optional(),
    profile: z.enum(PROFILES).default('user'),
    allTicket: allTicket.default('disable'),
    whatsappId: id.nullable().default(null),
    queueIds: z.array(id).max(500).default([]),
  }),
  response: userView.extend({ invited: invitationLink.nullable() }),
  status: 201,
  errors: ['ERR_EMAIL_TAKEN', 'ERR_PLAN_LIMIT_USERS', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_WAPP_FOUND'],
});

/**
 * Oneself: name, e-mail and password, the latter two with `currentPassword`. A person who manages users changes everything
 * of everybody. A new password ends the person's other sessions.
 */
export const updateUser = route({
  method: 'PUT',
  path: '/users/:userId',
  access: 'session',
  closedToPrograms: 'makesPeople',
  openWhileOverdue: true,
  screen: true,
  waitsFor: 'outside',
  params,
  body: z.object({
    name: personName.optional(),
    email: email.optional(),
    password: password.optional(),
    currentPassword: z.string().max(200).optional(),
    profile: z.enum(PROFILES).optional(),
    allTicket: allTicket.optional(),
    whatsappId: id.nullable().optional(),
    queueIds: z.array(id).max(500).optional(),
  }),
  response: userView,
  errors: [
    'ERR_NO_USER_FOUND',
    'ERR_EMAIL_TAKEN',
    'ERR_WRONG_PASSWORD',
    'ERR_LAST_ADMIN',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_WAPP_FOUND',
  ],
});

/** Their open tickets go back to the queue. */
export const deleteUser = route({
  method: 'DELETE',
  path: '/users/:userId',
  access: 'users:manage',
  closedToPrograms: 'makesPeople',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_USER_FOUND', 'ERR_LAST_ADMIN'],
});

/** Removes the second factor of a user who has lost the authenticator. */
export const removeSecondFactor = route({
  method: 'DELETE',
  path: '/users/:userId/second-factor',
  access: 'users:manage',
  closedToPrograms: 'makesPeople',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_USER_FOUND'],
});

/** Another link for somebody who was invited; the last one works no more. */
export const renewInvitation = route({
  method: 'POST',
  path: '/users/:userId/invitation',
  access: 'users:manage',
  closedToPrograms: 'makesPeople',
  screen: true,
  params,
  response: invitationLink,
  status: 201,
  errors: ['ERR_NO_USER_FOUND', 'ERR_ALREADY_JOINED'],
});

/** Its link works no more; the person stays in the list, and may be invited again. */
export const withdrawInvitation = route({
  method: 'DELETE',
  path: '/users/:userId/invitation',
  access: 'users:manage',
  closedToPrograms: 'makesPeople',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_USER_FOUND', 'ERR_ALREADY_JOINED'],
});
