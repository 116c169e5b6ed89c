import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';

/** The company of the operator is never blocked. */
const OPERATOR = 1;

export interface Subscription {
  /** The last day that is paid, YYYY-MM-DD; null never ends. */
  dueDate: string | null;
  /** The first instant that is not paid: the end of that day in the company's timezone. */
  paidUntil: Date | null;
}

export async function loadSubscription(tx: Tx, companyId: number): Promise<Subscription> {
  const [row] = await tx<Subscription[]>`
    select due_date::text, ((due_date + 1)::timestamp at time zone timezone) as paid_until
    from companies where id = ${companyId}`;
  return companyId === OPERATOR || !row ? { dueDate: null, paidUntil: null } : row;
}

/** Throws ERR_SUBSCRIPTION_EXPIRED {date} past the end of the due date. */
export function assertPaid(subscription: Subscription, now: Date): void {
  const { dueDate, paidUntil } = subscription;
  if (paidUntil && now >= paidUntil)
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', dueDate ? { date: dueDate } : {});
}
