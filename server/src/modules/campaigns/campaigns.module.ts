import type { Module } from '../../parts.ts';
import {
  campaignEnds,
  campaignRecipients,
  campaignRestrictions,
  campaignStarts,
  campaignTrials,
} from './campaign-jobs.ts';
import { campaignRoutes } from './campaigns.routes.ts';

export const campaignsModule: Module = {
  routes: [campaignRoutes],
  jobs: (parts) => [
    campaignStarts(parts),
    campaignRecipients(parts),
    campaignEnds(parts),
    campaignRestrictions(parts),
    campaignTrials(parts),
  ],
};
