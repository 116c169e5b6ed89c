import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { type GatewayDeps, openNamed } from '../payment-gateway/payment-gateway.service.ts';
import { nextLook } from './charge-looks.ts';
import * as charges from './charges.repo.ts';
import { type PaymentDeps, settle } from './invoices.service.ts';

/**
 * Asks gateways what was paid, one charge after the other: what they tell by themselves may be late, lost or somebody
 * else's word, and reaches no server that nobody reaches from outside.
 */
export const openCharges = (
  deps: PaymentDeps & GatewayDeps & { db: Database },
): Job<{ companyId: number; id: string }> => ({
  name: 'open charges',
  schedule: '*/10 * * * * *',
  processes: 'one',
  due: (now, limit) => deps.db.asSystem((tx) => charges.listToLookAt(tx, now, limit)),
  async take({ id: txid }, clock) {
    const { db } = deps;
    const [charge, gateway] = await db.asSystem(async (tx) => {
      const found = await charges.findToLookAt(tx, txid);
      return [found, found && (await openNamed(tx, deps, found.gateway))] as const;
    });
    if (!charge) return;
    const paidCents = gateway ? await gateway.paidCents(txid) : null;
    if (paidCents) crashAt('payment.heard');
    await db.asSystem(async (tx) => {
      if (paidCents) await settle(tx, { txid, paidCents }, deps);
      await charges.lookAgain(tx, charge, paidCents ? null : nextLook(charge.createdAt, clock()));
    });
    if (paidCents) crashAt('payment.settled');
  },
});
