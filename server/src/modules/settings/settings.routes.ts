import { listSettings, updateSetting } from '@balcao/shared/api/settings.ts';
import type { FastifyInstance } from 'fastify';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as settings from './settings.service.ts';

export function settingRoutes(app: FastifyInstance, { bus, secrets }: { bus: Bus; secrets: Secrets }): void {
  register(app, listSettings, (_input, { tx, actor }) => settings.list(tx, actor));
  register(app, updateSetting, ({ params: { key }, body: { value } }, { tx, actor }) => {
    // Whether people need a second factor is one of them.
    announceAccess(tx, bus, { companyId: actor.companyId });
    return settings.set(tx, actor, { key, value }, secrets);
  });
}
