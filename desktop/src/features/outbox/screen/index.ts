import { IconCloudUpload } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

export const outbox = {
  pages: [
    {
      title: 'outbox:title',
      group: 'personal',
      path: '/outbox',
      offline: true,
      icon: IconCloudUpload,
      render: lazyPage(() => import('./outbox-page.tsx'), 'OutboxPage'),
    },
  ],
} satisfies ScreenFeature;
