import { IconPackage } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const plans = {
  pages: [
    {
      title: 'plans:title',
      group: 'platform',
      path: '/plans',
      icon: IconPackage,
      requires: ['plans:manage'],
      render: lazyPage(() => import('./plans-page.tsx'), 'PlansPage'),
    },
  ],
  settingsTab: {
    key: 'plans',
    title: 'plans:title',
    requires: ['plans:manage'],
    render: lazyPage(() => import('./plans-tab.tsx'), 'PlansTab'),
  },
} satisfies ScreenFeature;
