import { IconReportAnalytics } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const reports = {
  pages: [
    {
      title: 'reports:title',
      group: 'management',
      path: '/reports',
      icon: IconReportAnalytics,
      requires: ['dashboard:view'],
      render: lazyPage(() => import('./reports-page.tsx'), 'ReportsPage'),
    },
  ],
} satisfies ScreenFeature;
