import { IconWand } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./automations-page.tsx'), 'AutomationsPage');

export const automations = {
  pages: [
    {
      title: 'automations:title',
      group: 'rules',
      path: '/automations',
      detail: 'id',
      icon: IconWand,
      requires: ['automations:manage'],
      render: ({ detail }) => renderPage({ opened: detail ? Number(detail) : null }),
    },
  ],
} satisfies ScreenFeature;
