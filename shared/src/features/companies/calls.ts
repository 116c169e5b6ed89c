import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { email, id, idText, instant, language, pageNumber, searchParam } from '../../contract/fields.ts';
import { TITLE } from '../../contract/limits.ts';
import { businessHours, timezone } from '../../time/business-hours.ts';
import { holidays } from '../../time/holidays.ts';
import { planView } from '../plans/calls.ts';
import { password, personName } from '../users/calls.ts';
import { RECURRENCE_MONTHS } from './limits.ts';

/** Companies: the tenants of the platform. */

export const RECURRENCES = Object.keys(RECURRENCE_MONTHS) as [
  keyof typeof RECURRENCE_MONTHS,
  ...(keyof typeof RECURRENCE_MONTHS)[],
];

const companyName = z.string().trim().min(TITLE.min).max(TITLE.max);
const line = z.string().trim().max(255);
/** A calendar day of the usual four digits, some recurrences later too; blank becomes null and never ends. */
const day = z
  .union([z.literal(''), z.iso.date().refine((date) => date >= '2000' && date < '3000')])
  .nullable()
  .transform((value) => value || null);

/** The part of a company that all its users may know. */
export const knownCompany = z.object({
  id,
  name: z.string(),
  planId: id.nullable(),
  plan: planView.omit({ value: true }).nullable(),
  /** False: blocked by the operator. */
  status: z.boolean(),
  campaignsEnabled: z.boolean(),
  /** The last day that is paid, YYYY-MM-DD. */
  dueDate: z.iso.date().nullable(),
  recurrence: z.enum(RECURRENCES),
  /** Days past the due date in which nothing is closed yet. */
  graceDays: z.int(),
  timezone: z.string(),
  language,
  schedules: businessHours,
  /** Days that the weekly hours do not decide. */
  holidays,
  createdAt: instant,
});

/** The contract between company and operator, like the plan's price: for users who see the subscription. */
const billing = z.object({
  email: z.string(),
  phone: z.string(),
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressState: z.string(),
  addressCity: z.string(),
  addressDistrict: z.string(),
});

export const companyView = knownCompany.extend({ ...billing.shape, plan: planView.nullable() });
export type CompanyView = z.output<typeof companyView>;

/** The part of it that the caller may know. */
const ownCompanyView = knownCompany.extend({
  ...billing.partial().shape,
  plan: planView.partial({ value: true }).nullable(),
});
export type OwnCompanyView = z.output<typeof ownCompanyView>;

const fields = z.object({
  name: companyName,
  email,
  phone: z.string().trim().max(30),
  planId: id,
  status: z.boolean(),
  campaignsEnabled: z.boolean(),
  dueDate: day,
  recurrence: z.enum(RECURRENCES),
  graceDays: z.int().min(0).max(90),
  language,
  billingName: line,
  addressZipCode: line,
  addressStreet: line,
  addressState: line,
  addressCity: line,
  addressDistrict: line,
});
const params = z.object({ companyId: idText });

/** How much a company uses of the product. */
const companyUse = z.object({
  users: z.int(),
  connections: z.int(),
  /** What was said to and by customers in the last `USE_DAYS`; from `MAX_COUNTED_MESSAGES` on it is not counted further. */
  messages: z.int(),
  /** The same of as many days before. */
  messagesBefore: z.int(),
  /** When the newest of all messages was written. */
  lastMessageAt: instant.nullable(),
});
const listedCompany = companyView.extend({ use: companyUse });
export type ListedCompany = z.output<typeof listedCompany>;

/** Companies come in the order in which they were made; `after`: behind this company. */
export const listCompanies = route({
  method: 'GET',
  path: '/companies',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  query: z.object({ searchParam, pageNumber, after: idText.optional() }),
  response: z.object({
    companies: z.array(listedCompany),
    count: z.int(),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
});

export const listAllCompanies = route({
  method: 'GET',
  path: '/companies/list',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  response: z.array(companyView),
});

/**
 * The own company, or any for a super user; otherwise as a missing one. Agents get it without what is about billing.
 */
export const getCompany = route({
  method: 'GET',
  path: '/companies/:companyId',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  rows: 'system',
  params,
  response: ownCompanyView,
  errors: ['ERR_NO_COMPANY_FOUND'],
});

export const getCompanyPlan = route({
  method: 'GET',
  path: '/companies/listPlan/:companyId',
  access: 'session',
  openWhileOverdue: true,
  rows: 'system',
  params,
  response: ownCompanyView.pick({ id: true, plan: true }),
  errors: ['ERR_NO_COMPANY_FOUND'],
});

/** Whom an admin asks about the subscription: the company of the operator. */
export const getOperatorContact = route({
  method: 'GET',
  path: '/companies/operator-contact',
  access: 'subscription:view',
  openWhileOverdue: true,
  screen: true,
  rows: 'system',
  response: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
});

const createdCompany = companyView.extend({
  /** Without a public address it begins below the server's. Null for an admin who was given a password. */
  link: z.string().nullable(),
});
export type CreatedCompany = z.output<typeof createdCompany>;

/**
 * Creates the company with its first admin, who signs in with its e-mail and `password`, or with the one that they
 * choose by `link`, which works once.
 */
export const createCompany = route({
  method: 'POST',
  path: '/companies',
  access: 'companies:manage',
  screen: true,
  waitsFor: 'outside',
  rows: 'system',
  body: fields
    .partial()
    .required({ name: true, email: true, planId: true })
    .extend({ password: password.optional() }),
  response: createdCompany,
  status: 201,
  errors: ['ERR_COMPANY_NAME_TAKEN', 'ERR_EMAIL_TAKEN', 'ERR_NO_PLAN_FOUND'],
});

export const updateCompany = route({
  method: 'PUT',
  path: '/companies/:companyId',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  params,
  body: fields.partial(),
  response: companyView,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_NAME_TAKEN', 'ERR_NO_PLAN_FOUND', 'ERR_COMPANY_PROTECTED'],
});

/** "+Vencimento": the due date moves by the recurrence, from itself or from today when there is none. */
export const advanceDueDate = route({
  method: 'POST',
  path: '/companies/:companyId/due-date',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  params,
  response: companyView,
  errors: ['ERR_NO_COMPANY_FOUND'],
});

/** Everything that the company has goes with it. */
export const deleteCompany = route({
  method: 'DELETE',
  path: '/companies/:companyId',
  access: 'companies:manage',
  screen: true,
  rows: 'system',
  params,
  status: 204,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_PROTECTED'],
});

/** Business hours and holidays: of the own company, for a super user of any. */
export const updateSchedules = route({
  method: 'PUT',
  path: '/companies/:companyId/schedules',
  access: 'settings:service',
  screen: true,
  rows: 'system',
  params,
  body: z.object({ schedules: businessHours, timezone: timezone.optional(), holidays: holidays.optional() }),
  response: ownCompanyView,
  errors: ['ERR_NO_COMPANY_FOUND'],
});

/**
 * Sign-up. What else a client sends (due date, status, recurrence, campaigns) is ignored: the server decides.
 * `name` is both the company's and its first admin's.
 */
export const signUp = route({
  method: 'POST',
  path: '/companies/cadastro',
  access: 'public',
  screen: true,
  waitsFor: 'outside',
  rows: 'system',
  body: z.object({
    name: personName,
    email,
    phone: z.string().trim().max(30).default(''),
    password,
    planId: id,
    /** The language of the company's automatic messages and mails: the console's. */
    language: language.optional(),
    /** The recommending company, kept for the operator. */
    companyId: id.optional(),
  }),
  response: z.object({ id, name: z.string(), email: z.string(), dueDate: z.iso.date() }),
  status: 201,
  errors: [
    'ERR_USER_CREATION_DISABLED',
    'ERR_COMPANY_NAME_TAKEN',
    'ERR_EMAIL_TAKEN',
    'ERR_NO_PLAN_FOUND',
    'ERR_TOO_MANY_REQUESTS',
  ],
});

/** This installation has not been set up yet. */
export const getSetUp = route({
  method: 'GET',
  path: '/setup',
  access: 'public',
  screen: true,
  rows: 'system',
  response: z.object({ open: z.boolean() }),
});

/**
 * The first account of an installation: the operator's company and its super user. The token is printed in the log once.
 */
export const setUp = route({
  method: 'POST',
  path: '/setup',
  access: 'public',
  screen: true,
  waitsFor: 'outside',
  rows: 'system',
  body: z.object({
    token: z.string().trim().min(1).max(200),
    companyName,
    name: personName,
    email,
    password,
    /** The same as at sign-up. */
    language: language.optional(),
  }),
  response: z.object({ email: z.string() }),
  status: 201,
  errors: ['ERR_SETUP_TOKEN_INVALID', 'ERR_TOO_MANY_REQUESTS'],
});
