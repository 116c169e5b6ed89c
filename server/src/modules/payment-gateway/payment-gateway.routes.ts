import * as contracts from '@balcao/shared/features/payments/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { arrangeNotices, tryGateway } from './gateway-trial.service.ts';
import { type GatewayDeps, get, openEfi, save } from './payment-gateway.service.ts';

export function paymentGatewayRoutes(app: FastifyInstance, deps: GatewayDeps & { db: Database }): void {
  const { db } = deps;
  register(app, contracts.getPaymentGateway, (_input, { tx }) => get(tx, deps));
  register(app, contracts.savePaymentGateway, async ({ body }, { actor }) => {
    const efi = await db.asSystem(async (tx) => {
      await save(tx, actor, body, deps);
      return openEfi(tx, deps);
    });
    // Whether it works out is seen on the page, which has a button that says why not.
    if (efi) await arrangeNotices(deps, efi);
    return (tx) => get(tx, deps);
  });
  register(app, contracts.testPaymentGateway, () => tryGateway(deps));
}
