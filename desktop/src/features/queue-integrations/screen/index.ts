import { IconPuzzle } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderPage = lazyPage(() => import('./queue-integrations-page.tsx'), 'QueueIntegrationsPage');
const renderDeliveries = lazyPage(() => import('./deliveries-page.tsx'), 'DeliveriesPage');

export const page: PageEntry = {
  title: 'queueIntegrations:title',
  group: 'administration',
  path: '/queue-integration',
  detail: 'id',
  icon: IconPuzzle,
  requires: ['integrations:manage'],
  plan: 'useIntegrations',
  render: ({ detail }) => (detail ? renderDeliveries({ id: Number(detail) }) : renderPage({})),
};
