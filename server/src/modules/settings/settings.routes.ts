import {
  getSetting,
  listSettings,
  testBillingService,
  updateSetting,
} from '@balcao/shared/features/settings/calls.ts';
import type { FastifyInstance } from 'fastify';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import { tryBilling } from './billing-trial.service.ts';
import * as settings from './settings.service.ts';

interface Deps {
  db: Database;
  bus: Bus;
  secrets: Secrets;
  outside: Outside;
}

export function settingRoutes(app: FastifyInstance, deps: Deps): void {
  const { bus, secrets } = deps;
  register(app, listSettings, (_input, { tx, actor }) => settings.list(tx, actor));
  register(app, getSetting, ({ params }, { tx, actor }) => settings.get(tx, actor, params.key));
  register(app, updateSetting, ({ params: { key }, body: { value } }, { tx, actor }) => {
    // Whether people need a second factor is one of them.
    announceAccess(tx, bus, { companyId: actor.companyId });
    return settings.set(tx, actor, { key, value }, secrets);
  });
  register(app, testBillingService, ({ params }, { actor }) => tryBilling(deps, actor, params.service));
}
