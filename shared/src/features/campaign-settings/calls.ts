import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { campaignSetting, campaignSettingsChange } from './rules.ts';

/** How the company's campaigns are sent. */

const plan = 'useCampaigns';

/** All of them, those that nobody has set with their defaults. */
export const listCampaignSettings = route({
  method: 'GET',
  path: '/campaign-settings',
  access: 'campaigns:manage',
  screen: true,
  plan,
  response: z.array(campaignSetting),
});

/** A duplicate among the variables is ignored. Answers all of them. */
export const saveCampaignSettings = route({
  method: 'POST',
  path: '/campaign-settings',
  access: 'campaigns:manage',
  screen: true,
  plan,
  body: campaignSettingsChange,
  response: z.array(campaignSetting),
});
