import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { overdue } from '../../platform/http/admission.ts';

/** The company of the operator is never closed. */
export const OPERATOR = 1;

export interface Subscription {
  /** The last day that is paid, YYYY-MM-DD; null never ends. */
  dueDate: string | null;
  /** The end of that day in the company's timezone. */
  dueAt: Date | null;
  /** The first instant that is closed: the days of grace that the operator grants come on top. */
  paidUntil: Date | null;
  /** The operator has closed the company. */
  blocked: boolean;
}

/** What `subscriptionOf` reads, in queries over `companies co`. */
export const subscriptionColumns = (tx: Tx) => tx`
  co.due_date::text,
  (co.due_date + 1)::timestamp at time zone co.timezone as due_at,
  (co.due_date + 1 + co.grace_days)::timestamp at time zone co.timezone as paid_until,
  not co.status as blocked`;

const OPEN: Subscription = { dueDate: null, dueAt: null, paidUntil: null, blocked: false };

export function subscriptionOf(companyId: number, row: Subscription | undefined): Subscription {
  if (companyId === OPERATOR || !row) return OPEN;
  const { dueDate, dueAt, paidUntil, blocked } = row;
  return { dueDate, dueAt, paidUntil, blocked };
}

export async function loadSubscription(tx: Tx, companyId: number): Promise<Subscription> {
  const [row] = await tx<Subscription[]>`
    select ${subscriptionColumns(tx)} from companies co where co.id = ${companyId}`;
  return subscriptionOf(companyId, row);
}

/** Why the programs of a company may do nothing now: ERR_COMPANY_BLOCKED, ERR_SUBSCRIPTION_EXPIRED {date}; null: they may. */
export function whyClosed(subscription: Subscription, now: Date): AppError | null {
  if (subscription.blocked) return new AppError('ERR_COMPANY_BLOCKED');
  const since = overdueSince(subscription, now);
  return since === null ? null : overdue({ overdueSince: since });
}

/** Throws ERR_COMPANY_BLOCKED. */
export function assertNotBlocked({ blocked }: Subscription): void {
  if (blocked) throw new AppError('ERR_COMPANY_BLOCKED');
}

/** The last day that was paid, once it and its days of grace are over; null while the company is open. */
export function overdueSince({ dueDate, paidUntil }: Subscription, now: Date): string | null {
  return paidUntil && now >= paidUntil ? dueDate : null;
}
