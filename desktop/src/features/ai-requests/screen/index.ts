import { IconListSearch } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const aiRequests = {
  pages: [
    {
      title: 'aiRequests:title',
      group: 'channels',
      path: '/ai-requests',
      icon: IconListSearch,
      requires: ['prompts:manage'],
      plan: 'useOpenAi',
      render: lazyPage(() => import('./ai-requests-page.tsx'), 'AiRequestsPage'),
    },
  ],
} satisfies ScreenFeature;
