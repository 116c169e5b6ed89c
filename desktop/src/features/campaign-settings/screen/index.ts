import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

export const page: PageEntry = {
  title: 'campaignSettings:title',
  group: 'administration',
  campaigns: 'settings',
  path: '/campaigns-config',
  icon: IconAdjustmentsHorizontal,
  requires: ['campaigns:manage'],
  plan: 'useCampaigns',
  render: lazyPage(() => import('./campaign-settings-page.tsx'), 'CampaignSettingsPage'),
};
