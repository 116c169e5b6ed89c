import * as contracts from '@balcao/shared/features/campaign-settings/calls.ts';
import { listedSettings } from '@balcao/shared/features/campaign-settings/rules.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { readCampaignSettings } from './campaign-settings.repo.ts';
import { saveCampaignSettings } from './campaign-settings.service.ts';

export function campaignSettingsRoutes(app: FastifyInstance): void {
  register(app, contracts.listCampaignSettings, async (_input, { tx, actor }) =>
    listedSettings(await readCampaignSettings(tx, actor.companyId)),
  );
  register(app, contracts.saveCampaignSettings, async ({ body }, { tx, actor }) =>
    listedSettings(await saveCampaignSettings(tx, actor, body)),
  );
}
