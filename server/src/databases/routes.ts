import type { RouteContract } from '@balcao/shared/contract/call.ts';
import {
  downloadAnnouncementImage,
  downloadAnnouncementThumbnail,
} from '@balcao/shared/features/announcements/calls.ts';
import {
  acceptInvitation,
  createResetLink,
  forgotPassword,
  login,
  openInvitation,
  refreshToken,
  resetPassword,
} from '@balcao/shared/features/auth/calls.ts';
import { beginCompanySignIn, endCompanySignIn, proveOwnStep } from '@balcao/shared/features/auth/oidc.ts';
import {
  openPasskeyLink,
  provePasskey,
  redeemSignIn,
  storePasskey,
} from '@balcao/shared/features/auth/passkeys.ts';
import { openUnsubscribePage, unsubscribe } from '@balcao/shared/features/campaigns/unsubscribe.ts';
import { answerChallenge, hearFromChannel } from '@balcao/shared/features/channel-notices/calls.ts';
import * as companies from '@balcao/shared/features/companies/calls.ts';
import { openInvoiceLink, payInvoiceLink } from '@balcao/shared/features/invoice-links/calls.ts';
import { cancelInvoice, markInvoicePaid, updateInvoice } from '@balcao/shared/features/invoices/calls.ts';
import {
  openHelpArticle,
  openHelpFile,
  openHelpPage,
  openHelpSitemap,
  openHelpThumbnail,
} from '@balcao/shared/features/knowledge/help-page.ts';
import { downloadByLink } from '@balcao/shared/features/media/calls.ts';
import { hearOfPayments } from '@balcao/shared/features/payments/calls.ts';
import { openPrivacyPage } from '@balcao/shared/features/privacy/calls.ts';
import * as webChat from '@balcao/shared/features/web-chat/calls.ts';
import type { FastifyRequest } from 'fastify';
import { createRefreshCookie } from '../modules/auth/refresh-cookie.ts';
import { personOfHandle } from '../modules/passkeys/user-handle.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import type { FindCompany } from './finders.ts';
import type { Home, Homes } from './home.ts';
import { leastFull } from './least-full.ts';
import type { Senders } from './senders.ts';

/** Whose a request is, where its sender's token does not say so. */

export interface RouteDeps {
  homes: Homes;
  find: FindCompany;
  senders: Senders;
  publicUrl: string | null;
}

type CompanyOf = (request: FastifyRequest, deps: RouteDeps) => Promise<number | undefined>;

/** Addresses that say which company they are about. */
export const BY_ADDRESS: { contract: RouteContract; companyOf: CompanyOf }[] = [
  ...[hearFromChannel, answerChallenge].map((contract) => ({
    contract,
    companyOf: async (request: FastifyRequest) => leadingNumber(paramOf(request, 'connectionToken')),
  })),
  ...[openUnsubscribePage, unsubscribe].map((contract) => ({
    contract,
    companyOf: async (request: FastifyRequest) => leadingNumber(paramOf(request, 'mailToken')),
  })),
  ...[webChat.openChatDesign, webChat.exchangeFrames, webChat.uploadChatFile, webChat.openChatFile].map(
    (contract) => ({
      contract,
      companyOf: async (request: FastifyRequest) => leadingNumber(paramOf(request, 'chatKey')),
    }),
  ),
  {
    contract: endCompanySignIn,
    companyOf: async ({ query }) => leadingNumber(String((query as { state?: unknown }).state ?? '')),
  },
  { contract: downloadByLink, companyOf: async (request) => leadingNumber(paramOf(request, 'link')) },
  // What all are told is the operator's, with its pictures: rows of files are in no other database.
  ...[downloadAnnouncementImage, downloadAnnouncementThumbnail].map((contract) => ({
    contract,
    companyOf: async () => OPERATOR,
  })),
  ...[openPrivacyPage, openHelpPage, openHelpArticle, openHelpFile, openHelpThumbnail, openHelpSitemap].map(
    (contract) => ({
      contract,
      companyOf: async (request: FastifyRequest) => leadingNumber(paramOf(request, 'companyId')),
    }),
  ),
  ...[
    companies.getCompany,
    companies.getCompanyPlan,
    companies.updateCompany,
    companies.advanceDueDate,
    companies.deleteCompany,
    companies.updateSchedules,
  ].map((contract) => ({
    contract,
    companyOf: forOperator(async (request) => leadingNumber(paramOf(request, 'companyId'))),
  })),
  ...[markInvoicePaid, cancelInvoice, updateInvoice].map((contract) => ({
    contract,
    companyOf: forOperator((request, { find }) => find('invoice', paramOf(request, 'invoiceId'))),
  })),
  {
    contract: createResetLink,
    companyOf: forOperator((request, { find }) => find('passwordReset', paramOf(request, 'resetId'))),
  },
];

type HomeOf = (request: FastifyRequest, deps: RouteDeps) => Promise<Home>;

/** Requests whose body says whose they are. */
export const BY_BODY: { contract: RouteContract; homeOf: HomeOf }[] = [
  ...[login, forgotPassword, beginCompanySignIn].map((contract) => ({
    contract,
    homeOf: by(async (request, { find }) => find('email', bodyOf(request, 'email').trim().toLowerCase())),
  })),
  {
    contract: refreshToken,
    homeOf: by(async (request, { find, publicUrl }) => {
      const token = bodyOf(request, 'refreshToken') || createRefreshCookie(publicUrl).read(request);
      return token ? find('refreshToken', token) : undefined;
    }),
  },
  {
    contract: resetPassword,
    homeOf: by(async (request, { find }) => find('resetToken', bodyOf(request, 'token'))),
  },
  ...[
    openInvoiceLink,
    payInvoiceLink,
    openInvitation,
    acceptInvitation,
    openPasskeyLink,
    storePasskey,
    proveOwnStep,
  ].map((contract) => ({
    contract,
    homeOf: by(async (request) => leadingNumber(bodyOf(request, 'token'))),
  })),
  { contract: redeemSignIn, homeOf: by(async (request) => leadingNumber(bodyOf(request, 'code'))) },
  { contract: provePasskey, homeOf: by(async (request) => companyOfKey(request)) },
  ...[companies.createCompany, companies.signUp].map((contract) => ({
    contract,
    homeOf: async (request: FastifyRequest, { homes }: RouteDeps) =>
      leastFull(homes, request.headers['idempotency-key']),
  })),
];

/** What concerns whichever company knows something of it. */
export const OF_ALL: RouteContract[] = [hearOfPayments];

/** An operator's request goes to the company that it is about, anybody else's to the own. */
function forOperator(companyOf: CompanyOf): CompanyOf {
  return async (request, deps) => {
    const sender = await deps.senders.ofRequest(request);
    return sender === OPERATOR ? companyOf(request, deps) : sender;
  };
}

function by(companyOf: CompanyOf): HomeOf {
  return async (request, deps) => deps.homes.of(await companyOf(request, deps));
}

/** Signed addresses begin with the company's number, which whoever answers proves. */
function leadingNumber(text: string): number | undefined {
  const number = Number(/^\d{1,15}(?=\.|$)/.exec(text)?.[0]);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A browser tells whose its key is, as the server has called them when it was made. */
function companyOfKey({ body }: FastifyRequest): number | undefined {
  const said = body as { credential?: { response?: { userHandle?: unknown } } } | null | undefined;
  const handle = said?.credential?.response?.userHandle;
  return typeof handle === 'string' ? personOfHandle(handle)?.companyId : undefined;
}

const paramOf = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? '';

/** Empty when it is missing, or no text: whoever answers refuses it. */
function bodyOf(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** Whose a websocket is whose address says so; undefined: its first frame does. */
export const companyOfLine = (url = ''): number | undefined =>
  leadingNumber(/^\/chat\/([^/]+)\/line/.exec(url)?.[1] ?? '');
