import type { Tx } from '../../platform/db/client.ts';
import { loadSubscription, overdueSince } from './subscription.ts';

/**
 * Whether a company may say anything that nobody writes in this moment: while it is overdue or blocked, bots, questions
 * for a mark, goodbyes, refused calls and scheduled messages are silent. What customers write is stored all the same.
 */
export async function maySpeak(tx: Tx, companyId: number, now: Date): Promise<boolean> {
  return (await whySilent(tx, companyId, now)) === null;
}

/** The same for whoever tells people why nothing is said; null while the company may speak. */
export async function whySilent(
  tx: Tx,
  companyId: number,
  now: Date,
): Promise<'ERR_COMPANY_BLOCKED' | 'ERR_SUBSCRIPTION_EXPIRED' | null> {
  const subscription = await loadSubscription(tx, companyId);
  if (subscription.blocked) return 'ERR_COMPANY_BLOCKED';
  return overdueSince(subscription, now) === null ? null : 'ERR_SUBSCRIPTION_EXPIRED';
}
