import { type RouteContract, routeKey } from './contract/call.ts';
import { beginSecondFactor, confirmSecondFactor, logout, me } from './features/auth/calls.ts';
import { getCompany, getCompanyPlan, getOperatorContact } from './features/companies/calls.ts';
import { getHelps, listHelps } from './features/helps/calls.ts';
import { getInvoice, listInvoices, paySubscription } from './features/invoices/calls.ts';
import { getUser, updateUser } from './features/users/calls.ts';

/**
 * All that the access class `billing` reaches beside what is public: what an admin of an overdue company needs to pay, and
 * to leave. Whoever is not listed is closed.
 */
const REACHED: ReadonlySet<string> = new Set(
  [
    me,
    logout,
    // The company may demand it of somebody who has none yet, and who could not pay otherwise.
    beginSecondFactor,
    confirmSecondFactor,
    getUser,
    updateUser,
    getCompany,
    getCompanyPlan,
    getOperatorContact,
    getHelps,
    listHelps,
    listInvoices,
    getInvoice,
    paySubscription,
  ].map(routeKey),
);

export const isBillingRoute = (contract: Pick<RouteContract, 'method' | 'path'>): boolean =>
  REACHED.has(routeKey(contract));
