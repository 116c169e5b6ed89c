import { IconCash } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const payments = {
  pages: [
    {
      title: 'payments:title',
      group: 'platform',
      path: '/payments',
      icon: IconCash,
      requires: ['payments:manage'],
      render: lazyPage(() => import('./payments-page.tsx'), 'PaymentsPage'),
    },
  ],
} satisfies ScreenFeature;
