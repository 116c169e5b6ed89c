import { IconBuildingStore } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const companies = {
  pages: [
    {
      title: 'companies:title',
      group: 'platform',
      path: '/companies',
      icon: IconBuildingStore,
      requires: ['companies:manage'],
      render: lazyPage(() => import('./companies-page.tsx'), 'CompaniesPage'),
    },
  ],
  settingsTab: {
    key: 'companies',
    title: 'companies:title',
    requires: ['companies:manage'],
    render: lazyPage(() => import('./companies-tab.tsx'), 'CompaniesTab'),
  },
} satisfies ScreenFeature;
