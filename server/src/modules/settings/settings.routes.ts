import { listSettings, updateSetting } from '@balcao/shared/api/settings.ts';
import type { FastifyInstance } from 'fastify';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as settings from './settings.service.ts';

export function settingRoutes(
  app: FastifyInstance,
  deps: { db: Database; bus: Bus; secrets: Secrets },
): void {
  const { db, bus, secrets } = deps;

  register(app, listSettings, (_input, { actor }) =>
    db.readCompany(actor.companyId, (tx) => settings.list(tx, actor)),
  );
  register(app, updateSetting, async ({ params: { key }, body: { value } }, { actor }) => {
    const setting = await db.withCompany(actor.companyId, (tx) =>
      settings.set(tx, actor, { key, value }, secrets),
    );
    // Whether people need a second factor is one of them.
    announceAccess(bus, { companyId: actor.companyId });
    return setting;
  });
}
