import { IconStars } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const ratings = {
  pages: [
    {
      title: 'ratings:title',
      group: 'management',
      path: '/ratings',
      icon: IconStars,
      requires: ['ratings:view'],
      render: lazyPage(() => import('./ratings-page.tsx'), 'RatingsPage'),
    },
  ],
} satisfies ScreenFeature;
