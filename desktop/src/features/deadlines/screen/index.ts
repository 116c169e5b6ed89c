import { IconStopwatch } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const deadlines = {
  pages: [
    {
      title: 'deadlines:title',
      group: 'rules',
      path: '/deadlines',
      icon: IconStopwatch,
      requires: ['deadlines:manage'],
      render: lazyPage(() => import('./deadlines-page.tsx'), 'DeadlinesPage'),
    },
  ],
} satisfies ScreenFeature;
