import { IconPuzzle } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./queue-integrations-page.tsx'), 'QueueIntegrationsPage');
const renderDeliveries = lazyPage(() => import('./deliveries-page.tsx'), 'DeliveriesPage');

export const queueIntegrations = {
  pages: [
    {
      title: 'queueIntegrations:title',
      group: 'channels',
      path: '/queue-integration',
      detail: 'id',
      icon: IconPuzzle,
      requires: ['integrations:manage'],
      plan: 'useIntegrations',
      render: ({ detail }) => (detail ? renderDeliveries({ id: Number(detail) }) : renderPage({})),
    },
  ],
} satisfies ScreenFeature;
