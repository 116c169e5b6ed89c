import { IconCloudUpload } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { OutboxProblemBadge } from './outbox-problem-badge.tsx';

export const outbox = {
  pages: [
    {
      title: 'outbox:title',
      group: 'service',
      path: '/outbox',
      offline: true,
      icon: IconCloudUpload,
      Badge: OutboxProblemBadge,
      render: lazyPage(() => import('./outbox-page.tsx'), 'OutboxPage'),
    },
  ],
} satisfies ScreenFeature;
