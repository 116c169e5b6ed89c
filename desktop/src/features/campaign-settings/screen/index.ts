import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const campaignSettings = {
  pages: [
    {
      title: 'campaignSettings:title',
      group: 'campaigns',
      inArea: 'campaigns:menu.settings',
      path: '/campaigns-config',
      icon: IconAdjustmentsHorizontal,
      requires: ['campaigns:manage'],
      plan: 'useCampaigns',
      render: lazyPage(() => import('./campaign-settings-page.tsx'), 'CampaignSettingsPage'),
    },
  ],
} satisfies ScreenFeature;
