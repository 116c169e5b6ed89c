import { IconHeartbeat } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const system = {
  pages: [
    {
      title: 'system:title',
      group: 'platform',
      path: '/health',
      icon: IconHeartbeat,
      requires: ['health:view'],
      render: lazyPage(() => import('./health-page.tsx'), 'HealthPage'),
    },
  ],
} satisfies ScreenFeature;
